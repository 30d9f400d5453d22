//! Labels against a small tree.

use super::*;
use crate::tasks::yaml::parse;
use expect_test::expect;

fn tree() -> Tree {
    let folder = tempfile::TempDir::new().unwrap();
    let write = |path: &str, text: &str| {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    write("shop/basket.py", "class Base:\n    def total(self): pass\n\nclass Basket(Base):\n    pass\n");
    write("shop/pay-ment.py", "def pay(): pass\n");
    write("src/Order.java", "package org.shop;\nclass Order { void send() {} }\n");
    write("tests/test_basket.py", "class Fake:\n    pass\n");
    Tree {
        repository: "shop".into(),
        commit: "0123456789abcdef".into(),
        files: crate::tree::parse(folder.path()).unwrap(),
    }
}

fn task(labels: &str) -> LabelledTask {
    let text = format!(
        "id: a\nrepo: shop\ntier: easy\ndescription: d\nsource: manual\nground_truth: [{labels}]\ncolour: red\n"
    );
    parse(&text, "a.yaml").unwrap()
}

#[test]
fn a_label_may_name_module_package_and_nesting() {
    let tree = tree();
    let lookup = Lookup::new(&tree);
    for label in [
        "Basket",
        "total",
        "Base.total",
        "shop.basket.Base.total",
        "basket.Basket",
        "pay_ment.pay",
        "org.shop.Order.send",
        "Order#send",
    ] {
        assert!(matches!(lookup.find(label), Presence::There { .. }), "{label}: {:?}", lookup.find(label));
    }
}

#[test]
fn inherited_elsewhere_and_missing_labels_are_distinguished() {
    let tree = tree();
    let lookup = Lookup::new(&tree);
    assert!(matches!(lookup.find("Basket.total"), Presence::Elsewhere { inherited: true, .. }));
    assert!(matches!(lookup.find("Ghost.total"), Presence::Elsewhere { inherited: false, .. }));
    assert_eq!(lookup.find("Ghost"), Presence::Missing);
}

#[test]
fn the_report_names_every_doubt() {
    let tasks = [task("Basket, Basket.total, Ghost.total, Ghost, Fake, basket")];
    let validation = validate(&tasks, &|_| Ok(tree()));
    assert!(!validation.is_sound());
    expect![[r#"
        1 tasks, 6 labels looked for, 3 there

        repository            labels  there  elsewhere  missing  commit
        shop                       6      3          2        1  0123456789

        labels that are not simply there
          a: Basket.total: inherited? Its qualifier is there, the name is at Base.total (shop/basket.py:2)
          a: Ghost.total: only under another qualifier: Base.total (shop/basket.py:2)
          a: Ghost: missing: nothing bears that name

        remarks
          a: field `colour` is not known and was passed over
          a: basket is labelled twice
          a: Fake is defined in tests only
    "#]]
    .assert_eq(&validation.to_string());
}

#[test]
fn a_repository_without_a_checkout_is_not_checked() {
    let validation = validate(&[task("Basket")], &|_| Err("no checkout".into()));
    assert!(!validation.is_sound());
    assert_eq!(validation.unchecked["shop"], "no checkout");
}
