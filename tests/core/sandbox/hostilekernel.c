/* A kernel library whose constructor runs as soon as it is loaded, and tries what a kernel must not. Compiled and
   loaded by tst_runner.cpp; -DLOOP makes one that never ends. HOME and OWN are paths. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

static void told(const char *act, long result)
{
    printf("%s %s\n", act, result < 0 ? strerrorname_np(errno) : "succeeded");
}

__attribute__((constructor)) static void start(void)
{
    setvbuf(stdout, NULL, _IONBF, 0);
#ifdef LOOP
    for (volatile unsigned long n = 0;; ++n) {}
#endif
    for (int fd = 3; fd < 10; ++fd)
        if (fcntl(fd, F_GETFD) >= 0)
            printf("descriptor %d is open\n", fd);
    told("socket", socket(AF_INET, SOCK_STREAM, 0));
    told("fork", fork());
    told("exec", execl("/bin/true", "true", (char *)NULL));
    told("home", open(HOME, O_RDONLY));
    told("passwd", open("/etc/passwd", O_RDONLY));
    told("own", open(OWN, O_RDONLY));
    told("own, to write", open(OWN, O_RDWR));
    told("new file", open(OWN ".new", O_WRONLY | O_CREAT, 0600));
    told("parent", kill(getppid(), SIGKILL));
    told("memfd", syscall(SYS_memfd_create, "x", 0));
    told("result", write(12, "forged", 6));
    _exit(7);
}
