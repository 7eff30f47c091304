//! Symbolic names of operating system errors, such as `ECONNREFUSED`.

use std::error::Error;
use std::io;

/// Returns the message of an operating system error with its symbolic name, as in
/// `Connection refused (ECONNREFUSED, os error 111)`. Returns `None` for all other errors.
pub(crate) fn with_errno(error: &(dyn Error + 'static)) -> Option<String> {
    error.downcast_ref::<io::Error>()?.raw_os_error()?;
    let message = format!("{error}");
    let (description, number) = message.split_at(message.rfind('(')?);
    let digits = number.strip_prefix("(os error ")?.strip_suffix(')')?;
    let name = name_in(UNIX, digits).or_else(|| name_in(MORE, digits))?;
    Some(format!("{description}({name}, os error {digits})"))
}

fn name_in(names: &'static str, number: &str) -> Option<&'static str> {
    names
        .split(' ')
        .find_map(|entry| entry.strip_prefix(number)?.strip_prefix('='))
}

/// The error numbers that all Unix systems share. Windows has other error numbers, without symbolic
/// names.
// In a binary, a string takes a third of the space of a table.
const UNIX: &str = if cfg!(unix) {
    "1=EPERM 2=ENOENT 4=EINTR 5=EIO 9=EBADF 12=ENOMEM 13=EACCES 16=EBUSY 17=EEXIST 18=EXDEV 20=ENOTDIR 21=EISDIR \
     22=EINVAL 23=ENFILE 24=EMFILE 27=EFBIG 28=ENOSPC 30=EROFS 32=EPIPE"
} else {
    ""
};

/// More error numbers of this system. Linux on MIPS and SPARC has other ones.
const MORE: &str = if cfg!(all(
    any(target_os = "linux", target_os = "android"),
    not(any(
        target_arch = "mips",
        target_arch = "mips64",
        target_arch = "sparc",
        target_arch = "sparc64"
    ))
)) {
    "11=EAGAIN 36=ENAMETOOLONG 39=ENOTEMPTY 40=ELOOP 98=EADDRINUSE 99=EADDRNOTAVAIL 101=ENETUNREACH 103=ECONNABORTED \
     104=ECONNRESET 107=ENOTCONN 110=ETIMEDOUT 111=ECONNREFUSED 113=EHOSTUNREACH 122=EDQUOT"
} else if cfg!(any(
    target_vendor = "apple",
    target_os = "freebsd",
    target_os = "netbsd",
    target_os = "openbsd"
)) {
    "35=EAGAIN 48=EADDRINUSE 49=EADDRNOTAVAIL 51=ENETUNREACH 53=ECONNABORTED 54=ECONNRESET 57=ENOTCONN 60=ETIMEDOUT \
     61=ECONNREFUSED 62=ELOOP 63=ENAMETOOLONG 65=EHOSTUNREACH 66=ENOTEMPTY 69=EDQUOT"
} else {
    ""
};
