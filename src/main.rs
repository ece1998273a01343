//! The program: arguments to verb.

fn main() -> std::process::ExitCode {
    tilewright::cli::main()
}
