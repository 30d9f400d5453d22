//! A task to ranked symbols: channels, features and the model in an open index.

use crate::indexed::with_view;
use divan::Bencher;
use fathom_rank::{FileModel, Model, Rankers, Task, rank};

const REQUEST: &str = "retry the payment when the courier cancels the order";
const REPORT: &str = "ValueError: no parcel to send\n\nCancelling an invoice fails if the parcel of region42 is due.\n\n\
     Traceback (most recent call last):\n  File \"service/send_order_0.py\", line 12, in send_order\n";

/// One sentence that asks for a feature.
#[divan::bench]
fn request(bencher: Bencher) {
    symbols(bencher, REQUEST);
}

/// A name.
#[divan::bench]
fn name(bencher: Bencher) {
    symbols(bencher, "send_order");
}

/// Several, with a stack frame.
#[divan::bench]
fn report(bencher: Bencher) {
    symbols(bencher, REPORT);
}

fn symbols(bencher: Bencher, task: &str) {
    let model = Model::built_in().expect("the model that ships");
    let files = FileModel::built_in().expect("the model that ships");
    let rankers = Rankers { symbols: &model, files: Some(&files) };
    let task = Task::read(task);
    with_view(|view| {
        bencher.bench_local(|| rank(view.repository(), rankers, &task, 60, None));
    });
}
