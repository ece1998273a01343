//! The names of the files in a pack: which of them lead to a place inside, and nowhere else,
//! on any system. Knows no zip.

/// The longest name, in bytes.
const LONGEST: usize = 240;

/// The most folders that a file may be in, one in the other.
const DEEPEST: usize = 16;

/// What is wrong with a name, if anything. That of a folder ends with a slash.
pub(in crate::files) fn fault(name: &str) -> Option<String> {
    let name = name.strip_suffix('/').unwrap_or(name);
    let parts = || name.split('/');
    let what = if name.len() > LONGEST {
        return Some(format!("has a name of more than {LONGEST} bytes"));
    } else if name.contains('\\') {
        "has a backslash in its name; expected /"
    } else if name.starts_with('/') {
        "is an absolute path"
    } else if name.contains(':') {
        "has a drive letter"
    } else if name.chars().any(char::is_control) {
        "has a control character in its name"
    } else if parts().any(|part| part == "..") {
        "leads out of the pack"
    } else if parts().any(|part| part.is_empty() || part == ".") {
        "has a part without a name"
    } else if parts().count() > DEEPEST + 1 {
        return Some(format!("is in more than {DEEPEST} folders"));
    } else {
        return None;
    };
    Some(what.to_owned())
}
