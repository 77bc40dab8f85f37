#include "core/sandbox/syscalls.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <initializer_list>
#include <linux/seccomp.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <unistd.h>
#include <utility>

namespace sage::sandbox {

namespace {

/// What a computation with inherited files needs, including the start of a program and dlopen.
constexpr std::initializer_list<const char *> computing = {
    "read", "readv", "pread64", "preadv", "write", "writev", "pwrite64", "pwritev", "lseek", "close", "close_range", "dup",
    "fstat", "stat", "lstat", "newfstatat", "statx", "access", "faccessat", "faccessat2", "readlink", "readlinkat", "getcwd",
    "getdents64", "fcntl", "ftruncate", "fadvise64", "mmap", "munmap", "mremap", "mprotect", "madvise", "msync",
    "brk", "futex", "set_robust_list", "set_tid_address", "rseq", "arch_prctl", "exit", "exit_group", "rt_sigaction",
    "rt_sigprocmask", "rt_sigreturn", "sigaltstack", "clock_gettime", "clock_getres", "gettimeofday", "time", "getpid", "gettid", "getppid", "getuid", "geteuid", "getgid", "getegid", "getrandom", "sched_yield",
    "sched_getaffinity", "getcpu", "getrlimit", "getrusage", "times", "uname", "sysinfo", "setitimer", "alarm",
    "restart_syscall"};

/// On top of that, for a program that may write to a folder.
constexpr std::initializer_list<const char *> writing = {
    "creat", "mkdir", "mkdirat", "rmdir", "unlink", "unlinkat", "rename", "renameat", "renameat2", "truncate", "fsync", "fdatasync",
    "link", "linkat", "symlink", "symlinkat", "chmod", "fchmod", "fchmodat", "umask", "utimensat", "fallocate", "dup2", "dup3", "pipe",
    "pipe2", "chdir", "fchdir"};

/// Refused to everybody with "not permitted": ways out, ways in, and what a compiler has no use for.
constexpr std::initializer_list<const char *> refused = {
    // network and anything that talks to another process
    "socket", "socketpair", "connect", "bind", "listen", "accept", "accept4", "sendto", "sendmsg", "sendmmsg", "recvmsg",
    "mq_open", "mq_unlink", "shmget", "shmat", "semget", "msgget", "pidfd_open", "pidfd_getfd", "pidfd_send_signal",
    // other processes' memory and state
    "ptrace", "process_vm_readv", "process_vm_writev", "process_madvise", "process_mrelease", "kcmp", "migrate_pages", "move_pages",
    "rt_sigqueueinfo", "rt_tgsigqueueinfo", "tkill",
    // leaving the process group: the supervisor ends the whole group at once
    "setsid", "setpgid",
    // name spaces, mounts, privileges
    "mount", "umount2", "mount_setattr", "move_mount", "open_tree", "fsopen", "fsmount", "fsconfig", "fspick", "pivot_root",
    "chroot", "unshare", "setns", "open_by_handle_at", "name_to_handle_at", "mknod", "mknodat", "quotactl", "quotactl_fd", "swapon",
    "swapoff", "reboot", "sethostname", "setdomainname", "acct", "setuid", "setgid", "setreuid", "setregid", "setresuid",
    "setresgid", "setgroups", "setfsuid", "setfsgid", "capset", "chown", "fchown", "lchown", "fchownat",
    // the kernel's large or young surfaces
    "bpf", "io_uring_setup", "io_uring_enter", "io_uring_register", "userfaultfd", "perf_event_open", "keyctl", "add_key",
    "request_key", "init_module", "finit_module", "delete_module", "kexec_load", "kexec_file_load", "fanotify_init", "inotify_init1",
    "inotify_init", "lookup_dcookie", "syslog", "personality", "modify_ldt", "iopl", "ioperm", "vhangup", "memfd_create",
    "memfd_secret", "seccomp", "settimeofday", "clock_settime", "clock_adjtime", "adjtimex", "stime", "nfsservctl", "uselib",
    // outliving or slowing down others
    "setpriority", "sched_setscheduler", "sched_setparam", "sched_setattr", "sched_setaffinity", "ioprio_set", "mlock", "mlock2",
    "mlockall"};

/// Bits of clone()'s flags that make a new name space.
constexpr std::initializer_list<scmp_datum_t> namespaceFlags = {CLONE_NEWNS, CLONE_NEWCGROUP, CLONE_NEWUTS,
                                                                CLONE_NEWIPC, CLONE_NEWUSER, CLONE_NEWPID, CLONE_NEWNET};

/// A libseccomp filter; the first failing step is kept and reported by load().
class Filter
{
public:
    explicit Filter(std::uint32_t byDefault) : m_context(::seccomp_init(byDefault)), m_default(byDefault) {}
    ~Filter() { if (m_context) ::seccomp_release(m_context); }
    Filter(const Filter &) = delete;
    Filter &operator=(const Filter &) = delete;

    void add(std::uint32_t action, const char *name, std::initializer_list<scmp_arg_cmp> when = {})
    {
        if (!m_context || m_error != 0 || action == m_default)
            return;
        const int number = ::seccomp_syscall_resolve_name(name);
        if (number < 0)
            return; // does not exist on this architecture or is newer than the library
        m_error = ::seccomp_rule_add_array(m_context, action, number, static_cast<unsigned>(when.size()), when.begin());
    }

    void add(std::uint32_t action, std::initializer_list<const char *> names)
    {
        for (const char *name : names)
            add(action, name);
    }

    [[nodiscard]] int load() { return !m_context ? -ENOMEM : m_error != 0 ? m_error : ::seccomp_load(m_context); }

private:
    scmp_filter_ctx m_context;
    std::uint32_t m_default;
    int m_error = 0;
};

constexpr std::uint32_t notPermitted = SCMP_ACT_ERRNO(EPERM);
constexpr std::uint32_t notImplemented = SCMP_ACT_ERRNO(ENOSYS);

void refuseWritableOpen(Filter &filter, const char *name, unsigned flagsAt)
{
    for (const scmp_datum_t bit : {scmp_datum_t(O_CREAT), scmp_datum_t(O_TRUNC)})
        filter.add(notPermitted, name, {SCMP_CMP64(flagsAt, SCMP_CMP_MASKED_EQ, bit, bit)});
    for (const scmp_datum_t mode : {scmp_datum_t(O_WRONLY), scmp_datum_t(O_RDWR), scmp_datum_t(O_ACCMODE)})
        filter.add(notPermitted, name, {SCMP_CMP64(flagsAt, SCMP_CMP_MASKED_EQ, O_ACCMODE, mode)});
    filter.add(SCMP_ACT_ALLOW, name, {SCMP_CMP64(flagsAt, SCMP_CMP_MASKED_EQ, O_ACCMODE | O_CREAT | O_TRUNC, O_RDONLY)});
}

/// Signals to itself alone: abort() and raise() work, nobody else can be reached. Only signals that end a process:
/// one that stopped itself would use no processor time, and only the watchdog, minutes later, would find it.
void keepSignalsInside(Filter &filter)
{
    const auto self = static_cast<scmp_datum_t>(::getpid());
    for (const auto &[name, signalAt] : {std::pair("kill", 1u), std::pair("tgkill", 2u)}) {
        for (const int signal : {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGKILL, SIGPIPE, SIGSEGV, SIGSYS, SIGTERM, SIGTRAP, SIGXCPU, SIGXFSZ})
            filter.add(SCMP_ACT_ALLOW, name, {SCMP_CMP64(0, SCMP_CMP_EQ, self), SCMP_CMP64(signalAt, SCMP_CMP_EQ, static_cast<scmp_datum_t>(signal))});
        filter.add(notPermitted, name, {SCMP_CMP64(0, SCMP_CMP_NE, self)});
    }
}

void allowComputing(Filter &filter, const ConfinePolicy &policy)
{
    filter.add(SCMP_ACT_ALLOW, computing);
    filter.add(notPermitted, refused);
    filter.add(notPermitted, {"fork", "vfork", "clone"});
    filter.add(policy.mayExec ? SCMP_ACT_ALLOW : notPermitted, "execve");
    filter.add(notPermitted, "execveat");
    keepSignalsInside(filter);
    // A limit may be asked for, not set: the hard limits are what binds.
    filter.add(SCMP_ACT_ALLOW, "prlimit64", {SCMP_CMP64(2, SCMP_CMP_EQ, 0)});
    filter.add(notPermitted, "prlimit64", {SCMP_CMP64(2, SCMP_CMP_NE, 0)});
    if (policy.writable.empty()) {
        refuseWritableOpen(filter, "openat", 2);
        refuseWritableOpen(filter, "open", 1);
    } else {
        filter.add(SCMP_ACT_ALLOW, {"open", "openat"});
        filter.add(SCMP_ACT_ALLOW, writing);
    }
}

void denyForCompilers(Filter &filter, const ConfinePolicy &policy, bool signalsScoped)
{
    filter.add(notPermitted, refused);
    filter.add(notImplemented, "clone3"); // its flags are in memory where no filter sees them; libc falls back to clone
    for (const scmp_datum_t flag : namespaceFlags)
        filter.add(notPermitted, "clone", {SCMP_CMP64(0, SCMP_CMP_MASKED_EQ, flag, flag)});
    if (!policy.mayExec)
        filter.add(notPermitted, {"execve", "execveat"});
    if (!signalsScoped)
        filter.add(notPermitted, {"kill", "tgkill"});
    for (const scmp_datum_t request : {scmp_datum_t(TIOCSTI), scmp_datum_t(TIOCLINUX)}) // typing into a terminal
        filter.add(notPermitted, "ioctl", {SCMP_CMP64(1, SCMP_CMP_MASKED_EQ, 0xffffffffu, request)});
}

} // namespace

Result<bool> filterSystemCalls(const ConfinePolicy &policy, bool signalsScoped)
{
    // Asking for the mode tells a kernel without filters (EINVAL) from one that would take a filter (EFAULT).
    if (::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, nullptr) != 0 && errno == EINVAL)
        return false;
    Filter filter(policy.mayFork ? SCMP_ACT_ALLOW : notImplemented);
    if (policy.mayFork)
        denyForCompilers(filter, policy, signalsScoped);
    else
        allowComputing(filter, policy);
    if (const int error = filter.load(); error != 0)
        return fail("sandbox.seccomp", std::string("The system call filter could not be installed: ") + std::strerror(-error) + ".", std::strerror(-error));
    return true;
}

} // namespace sage::sandbox
