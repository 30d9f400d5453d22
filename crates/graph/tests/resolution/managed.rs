//! Java, Kotlin, C#: packages, implicit `this`, overridden members.

use crate::repository;
use expect_test::expect;

#[test]
fn java_names_are_found_in_packages_imports_and_the_type_itself() {
    let repository = repository(&[
        ("src/a/Store.java", "package a;\npublic interface Store { void save(Order o); }\n"),
        (
            "src/a/Order.java",
            "package a;\nimport b.Mail;\nimport static b.Mail.stamp;\npublic class Order {\n  private final Store store;\n  Order(Store store) { this.store = store; }\n  void pay() {\n    store.save(this);\n    check();\n    new Mail().send();\n    stamp();\n  }\n  private void check() {}\n}\n",
        ),
        (
            "src/b/Mail.java",
            "package b;\npublic class Mail {\n  public void send() {}\n  public static void stamp() {}\n}\n",
        ),
    ]);
    expect![[r#"
        src/a/Order.java::Order.pay calls src/a/Order.java::Order.check [exact:9]
        src/a/Order.java::Order.pay calls src/a/Store.java::Store.save [exact:8]
        src/a/Order.java::Order.pay calls src/b/Mail.java::Mail.send [exact:10]
        src/a/Order.java::Order.pay calls src/b/Mail.java::Mail.stamp [exact:11]
        src/a/Order.java::Order.pay creates src/b/Mail.java::Mail [exact:10]
    "#]]
    .assert_eq(&repository.calls());
}

#[test]
fn csharp_usings_partial_classes_and_outer_namespaces_are_followed() {
    let repository = repository(&[
        (
            "A.cs",
            "namespace Shop.Core;\npublic partial class Order { public void Pay() { Check(); var m = new Mail(); m.Send(); } }\n",
        ),
        ("B.cs", "namespace Shop.Core;\npublic partial class Order { void Check() { } }\n"),
        ("C.cs", "namespace Shop { public class Mail { public void Send() { } } }\n"),
        ("D.cs", "using Shop.Core;\nnamespace App { class Run { void Go(Order order) { order.Pay(); } } }\n"),
    ]);
    expect![[r#"
        A.cs::Order.Pay calls B.cs::Order.Check [exact:2]
        A.cs::Order.Pay calls C.cs::Mail.Send [exact:2]
        A.cs::Order.Pay creates C.cs::Mail [exact:2]
        D.cs::Run.Go calls A.cs::Order.Pay [exact:2]
    "#]]
    .assert_eq(&repository.calls());
}

#[test]
fn a_global_using_holds_in_its_project_and_no_other() {
    let repository = repository(&[
        ("src/Api/GlobalUsings.cs", "global using Shop.Mails;\n"),
        ("src/Api/Orders/Order.cs", "namespace Api;\nclass Order { void Pay(Mail mail) { mail.Send(); } }\n"),
        ("src/Mails/Mail.cs", "namespace Shop.Mails;\npublic class Mail { public void Send() { } }\n"),
        ("src/Web/Cart.cs", "namespace Web;\nclass Cart { void Pay(Mail mail) { mail.Send(); } }\n"),
    ]);
    expect![[r#"
        src/Api/Orders/Order.cs::Order.Pay calls src/Mails/Mail.cs::Mail.Send [exact:2]
    "#]]
    .assert_eq(&repository.calls());
}

#[test]
fn kotlin_sees_java_in_the_same_package() {
    let repository = repository(&[
        ("a/Store.java", "package a;\npublic class Store { public void save() {} }\n"),
        (
            "a/Order.kt",
            "package a\n\nclass Order(private val store: Store) {\n    fun pay() {\n        store.save()\n        check()\n    }\n    private fun check() {}\n}\n\nfun main() {\n    val order = Order(Store())\n    order.pay()\n}\n",
        ),
    ]);
    expect![[r#"
        a/Order.kt::Order.pay calls a/Order.kt::Order.check [exact:6]
        a/Order.kt::Order.pay calls a/Store.java::Store.save [exact:5]
        a/Order.kt::main calls a/Order.kt::Order.pay [exact:13]
        a/Order.kt::main creates a/Order.kt::Order [exact:12]
        a/Order.kt::main creates a/Store.java::Store [exact:12]
    "#]]
    .assert_eq(&repository.calls());
}
