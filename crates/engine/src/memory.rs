//! How much memory this process has needed.

/// Peak resident memory in bytes, mapped files included; `None` if the system does not provide it.
pub(crate) fn peak_bytes() -> Option<u64> {
    parse(&std::fs::read_to_string("/proc/self/status").ok()?)
}

fn parse(status: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn the_peak_is_in_kilobytes_in_the_status_file() {
        assert_eq!(parse("Name:\tfathom\nVmHWM:\t   1234 kB\nVmRSS:\t 12 kB\n"), Some(1234 * 1024));
        assert_eq!(parse("Name:\tfathom\n"), None);
    }
}
