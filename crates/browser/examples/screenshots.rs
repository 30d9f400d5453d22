//! Pictures of pages in three widths, light and dark:
//! `cargo run -p fathom-browser --example screenshots -- FOLDER NAME=ADDRESS…`

use fathom_browser::Browser;
use std::path::Path;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().expect("a folder for the pictures");
    let mut browser = Browser::start();
    for argument in arguments {
        let (name, address) = argument.split_once('=').expect("NAME=ADDRESS");
        for (width, height) in [(390, 844), (820, 1180), (1280, 900)] {
            for is_dark in [false, true] {
                browser.resize(width, height);
                browser.prefer_dark(is_dark);
                browser.open(address);
                let theme = if is_dark { "dark" } else { "light" };
                let path = Path::new(&folder).join(format!("{name}-{width}-{theme}.png"));
                std::fs::write(&path, browser.screenshot(false)).expect("the picture can be written");
                println!("{}", path.display());
            }
        }
    }
}
