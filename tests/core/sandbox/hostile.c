/* One hostile act per name, for tst_hostile.cpp: compiled there, run confined. Exit code 0 means that the act
   succeeded, 10 that the system refused it and stdout names the error. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { stopped = 10 };

static int verdict(int result)
{
    if (result >= 0)
        return 0;
    printf("%s\n", strerrorname_np(errno));
    return stopped;
}

static void forever(void)
{
    for (;;)
        pause();
}

static int openNetwork(int family, int type)
{
    return verdict(socket(family, type, 0));
}

static int readFile(const char *path)
{
    return verdict(open(path, O_RDONLY));
}

static int writeFile(const char *path)
{
    return verdict(open(path, O_WRONLY | O_CREAT, 0600));
}

static int fillFile(const char *path, int files)
{
    static char block[1 << 16];
    char name[4096];
    for (int i = 0; i < files; ++i) {
        snprintf(name, sizeof name, "%s/file%d", path, i);
        int fd = open(name, O_WRONLY | O_CREAT, 0600);
        if (fd < 0)
            return verdict(-1);
        memset(block, 'x', sizeof block);
        for (int blocks = 0; files == 1 || blocks < 64; ++blocks) {
            if (write(fd, block, sizeof block) < 0)
                return verdict(-1);
        }
        close(fd);
    }
    return 0;
}

static int fillMemory(void)
{
    for (size_t total = 0;; total += 1 << 24) {
        char *block = mmap(NULL, 1 << 24, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (block == MAP_FAILED)
            return verdict(-1);
        memset(block, 1, 1 << 24);
    }
}

static void forkBomb(void)
{
    for (;;) {
        if (fork() < 0)
            usleep(1000);
    }
}

static int memoryTree(void)
{
    for (int i = 0; i < 8; ++i) {
        if (fork() == 0) {
            volatile char *block = malloc(100 << 20);
            for (size_t at = 0; block && at < 100 << 20; at += 4096)
                block[at] = 1;
            forever();
        }
    }
    forever();
    return 0;
}

/* A daemon: a grandchild in its own session that ignores what can be ignored. The first process ends at once. */
static int daemonise(int stop)
{
    if (fork() == 0) {
        setsid();
        if (fork() == 0) {
            for (int s = 1; s < 32; ++s)
                signal(s, SIG_IGN);
            close(0);
            if (stop)
                raise(SIGSTOP);
            forever();
        }
        _exit(0);
    }
    wait(NULL);
    return 0;
}

static int ignoreSignals(void)
{
    for (int s = 1; s < 32; ++s)
        signal(s, SIG_IGN);
    forever();
    return 0;
}

static void flood(FILE *stream)
{
    for (;;)
        fputs("all work and no play makes a dull kernel\n", stream);
}

static int killOthers(const char *pid)
{
    return verdict(kill(atoi(pid), SIGKILL));
}

static int openPaths(int argc, char **argv)
{
    const char *act = argv[1];
    if (argc > 2 && strcmp(act, "read") == 0)
        return readFile(argv[2]);
    if (argc > 2 && strcmp(act, "write") == 0)
        return writeFile(argv[2]);
    if (argc > 2 && strcmp(act, "fill-file") == 0)
        return fillFile(argv[2], 1);
    if (argc > 2 && strcmp(act, "fill-folder") == 0)
        return fillFile(argv[2], 1000);
    if (argc > 2 && strcmp(act, "kill") == 0)
        return killOthers(argv[2]);
    return -1;
}

static int systemCalls(const char *act)
{
    if (strcmp(act, "inet") == 0)
        return openNetwork(AF_INET, SOCK_STREAM);
    if (strcmp(act, "udp") == 0)
        return openNetwork(AF_INET6, SOCK_DGRAM);
    if (strcmp(act, "unix") == 0)
        return openNetwork(AF_UNIX, SOCK_STREAM);
    if (strcmp(act, "netlink") == 0)
        return openNetwork(AF_NETLINK, SOCK_RAW);
    if (strcmp(act, "fork") == 0)
        return verdict(fork());
    if (strcmp(act, "vfork") == 0)
        return verdict((int)syscall(SYS_vfork));
    if (strcmp(act, "ptrace") == 0)
        return verdict((int)ptrace(PTRACE_TRACEME, 0, NULL, NULL));
    if (strcmp(act, "io_uring") == 0)
        return verdict((int)syscall(SYS_io_uring_setup, 1, NULL));
    if (strcmp(act, "userns") == 0)
        return verdict((int)syscall(SYS_unshare, 0x10000000));
    if (strcmp(act, "memfd") == 0)
        return verdict((int)syscall(SYS_memfd_create, "x", 0));
    if (strcmp(act, "exec") == 0)
        return verdict(execl("/bin/true", "true", (char *)NULL));
    return -1;
}

int main(int argc, char **argv)
{
    setvbuf(stdout, NULL, _IONBF, 0);
    const char *act = argc > 1 ? argv[1] : "";
    int code = systemCalls(act);
    if (code < 0)
        code = openPaths(argc, argv);
    if (code >= 0)
        return code;
    if (strcmp(act, "loop") == 0)
        for (volatile unsigned long n = 0;; ++n) {}
    if (strcmp(act, "sleep") == 0)
        forever();
    if (strcmp(act, "bomb") == 0)
        forkBomb();
    if (strcmp(act, "daemon") == 0)
        return daemonise(0);
    if (strcmp(act, "stopped-daemon") == 0)
        return daemonise(1);
    if (strcmp(act, "daemon-and-wait") == 0) {
        daemonise(0);
        if (argc > 2) /* two processes and no more are there now */
            close(creat(argv[2], 0600));
        return ignoreSignals();
    }
    if (strcmp(act, "ignore") == 0)
        return ignoreSignals();
    if (strcmp(act, "memory") == 0)
        return fillMemory();
    if (strcmp(act, "memory-tree") == 0)
        return memoryTree();
    if (strcmp(act, "flood-out") == 0)
        flood(stdout);
    if (strcmp(act, "flood-err") == 0)
        flood(stderr);
    if (strcmp(act, "crash") == 0)
        abort();
    if (strcmp(act, "environment") == 0) {
        extern char **environ;
        for (char **entry = environ; *entry; ++entry)
            puts(*entry);
        return 0;
    }
    if (strcmp(act, "descriptors") == 0) {
        for (int fd = 0; fd < 1024; ++fd)
            if (fcntl(fd, F_GETFD) >= 0)
                printf("%d ", fd);
        return 0;
    }
    return 99;
}
