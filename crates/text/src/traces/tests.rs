//! Stack traces of every runtime, and texts that only look like one.

use super::{Frame, Runtime, frames, traces};
use expect_test::{Expect, expect};

fn places(text: &str) -> Vec<(String, u32, Option<String>)> {
    frames(text, 99).into_iter().map(|frame| (frame.path, frame.line, frame.function)).collect()
}

/// One line per trace and per frame.
fn check(text: &str, expected: &Expect) {
    use std::fmt::Write;
    let mut shown = String::new();
    for trace in traces(text, 99) {
        writeln!(shown, "{} | {}", trace.error.as_deref().unwrap_or("-"), trace.message).unwrap();
        for Frame { path, line, function, runtime } in &trace.frames {
            writeln!(shown, "  {runtime:?} {path}:{line} {}", function.as_deref().unwrap_or("-")).unwrap();
        }
    }
    expected.assert_eq(&shown);
}

#[test]
fn frames_of_every_runtime_are_read_in_the_order_of_the_text() {
    let text = "\
Traceback:
  File \"/usr/lib/app/core.py\", line 12, in run
    at com.shop.Cart.addItem(Cart.java:40)
   at Shop.Cart.Add(String id) in /src/Cart.cs:line 7
    at async Cart.add (/app/src/cart.ts:3:15)
    at /app/src/index.js:9:1
app/cart.rb:5:in `add'
app/cart.rb:6:in 'Cart#remove'
#0 /srv/app/Cart.php(31): Shop\\Cart->add()
    /go/src/cart/cart.go:77 +0x1d
   at src/cart.rs:12:5
";
    let expected = [
        ("/usr/lib/app/core.py", 12, Some("run")),
        ("com/shop/Cart.java", 40, Some("addItem")),
        ("/src/Cart.cs", 7, Some("Add")),
        ("/app/src/cart.ts", 3, Some("add")),
        ("/app/src/index.js", 9, None),
        ("app/cart.rb", 5, Some("add")),
        ("app/cart.rb", 6, Some("remove")),
        ("/srv/app/Cart.php", 31, Some("add")),
        ("/go/src/cart/cart.go", 77, None),
        ("src/cart.rs", 12, None),
    ];
    let expected = expected.map(|(path, line, name)| (path.to_owned(), line, name.map(str::to_owned)));
    assert_eq!(places(text), expected);
}

#[test]
fn prose_has_no_frames() {
    assert!(places("Add 2 retries at most, in 3 places").is_empty());
    assert!(traces("Add 2 retries at most, in 3 places", 99).is_empty());
}

#[test]
fn the_limit_holds() {
    let text = "a.go:1: x\nb.go:2: x\nc.go:3: x\n";
    assert_eq!(frames(text, 2).len(), 2);
    assert_eq!(traces(text, 2).len(), 2);
}

#[test]
fn python_ends_with_the_innermost_frame_and_the_error() {
    check(
        "It fails:
Traceback (most recent call last):
  File \"/w/main.py\", line 3, in <module>
    shop.pay(0)
    ~~~~~~~~^^^
  File \"/w/shop/pay.py\", line 9, in pay
    raise ValueError(f\"amount {n} is not positive\")
ValueError: amount 0 is not positive

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File \"/w/shop/web.py\", line 40, in handle
    report(error)
shop.errors.Failed
",
        &expect![[r#"
            ValueError | amount 0 is not positive
              Python /w/shop/pay.py:9 pay
              Python /w/main.py:3 -
            shop.errors.Failed | 
              Python /w/shop/web.py:40 handle
        "#]],
    );
}

#[test]
fn ipython_gives_the_line_after_the_file() {
    check(
        "ValueError                                Traceback (most recent call last)
<ipython-input-1-5f> in <module>
----> 1 shop.pay(0)

~/venv/lib/python3.8/site-packages/shop/pay.py in pay(amount)
      8     if amount <= 0:
----> 9         raise ValueError('not positive')
     10     return amount

ValueError: not positive
",
        &expect![[r#"
            ValueError | not positive
              Python ~/venv/lib/python3.8/site-packages/shop/pay.py:9 pay
        "#]],
    );
    check(
        "File ~/venv/lib/python3.11/site-packages/shop/pay.py:9, in pay(amount)
      8     if amount <= 0:
----> 9         raise ValueError('not positive')

ValueError: not positive
",
        &expect![[r#"
            ValueError | not positive
              Python ~/venv/lib/python3.11/site-packages/shop/pay.py:9 pay
        "#]],
    );
}

#[test]
fn a_cause_of_java_comes_before_what_it_caused() {
    check(
        "Exception in thread \"main\" java.lang.IllegalStateException: cannot start
\tat com.shop.App.start(App.java:20)
\tat java.base/java.lang.Thread.run(Thread.java:834)
Caused by: java.io.IOException: disk full
\tat com.shop.io.Disk$Writer.write(Disk.java:7)
\tat com.shop.AppKt.lambda$main$0(App.kt:3)
\t... 2 more
",
        &expect![[r#"
            java.io.IOException | disk full
              Jvm com/shop/io/Disk.java:7 write
              Jvm com/shop/App.kt:3 lambda$main$0
            java.lang.IllegalStateException | cannot start
              Jvm com/shop/App.java:20 start
              Jvm java/lang/Thread.java:834 run
        "#]],
    );
}

#[test]
fn javascript_of_node_browsers_and_bundles_is_read() {
    check(
        "TypeError: Cannot read properties of undefined (reading 'id')
    at new Cart (webpack:///./src/cart.ts:12:9)
    at Object.<anonymous> (file:///app/src/index.mjs:4:1)
    at async Promise.all (index 0)
    at Cart.add [as plus] (C:\\app\\src\\cart.js:3:15)
    at node:internal/main/run_main_module:23:47
",
        &expect![[r#"
            TypeError | Cannot read properties of undefined (reading 'id')
              JavaScript webpack:///./src/cart.ts:12 Cart
              JavaScript file:///app/src/index.mjs:4 -
              JavaScript C:\app\src\cart.js:3 add
        "#]],
    );
    check(
        "Uncaught Error: no cart\nadd@http://localhost:3000/src/cart.js?t=1:8:5\n@http://localhost:3000/src/main.js:2:1\n",
        &expect![[r#"
            Error | no cart
              JavaScript http://localhost:3000/src/cart.js:8 add
              JavaScript http://localhost:3000/src/main.js:2 -
        "#]],
    );
}

#[test]
fn go_and_rust_name_the_function_on_the_line_before() {
    check(
        "panic: runtime error: index out of range [3] with length 2

goroutine 1 [running]:
example.com/shop/cart.(*Cart).Add(0xc00001, 0x3)
\t/w/cart/cart.go:77 +0x1d
main.main.func1()
\t/w/main.go:9 +0x20
",
        &expect![[r#"
            - | runtime error: index out of range [3] with length 2
              Go /w/cart/cart.go:77 Add
              Go /w/main.go:9 main
        "#]],
    );
    check(
        "thread 'cart::tests::adds' panicked at src/cart.rs:12:5:
assertion `left == right` failed
  left: 1
stack backtrace:
   0: rust_begin_unwind
             at /rustc/9fc6b431/library/std/src/panicking.rs:652:5
   3: shop::cart::Cart::add
             at ./src/cart.rs:12:5
   4: <shop::Cart as shop::Add>::plus::{{closure}}
             at ./src/lib.rs:4:9
",
        &expect![[r#"
            - | assertion `left == right` failed
              Rust src/cart.rs:12 -
              Rust /rustc/9fc6b431/library/std/src/panicking.rs:652 rust_begin_unwind
              Rust ./src/cart.rs:12 add
              Rust ./src/lib.rs:4 plus
        "#]],
    );
    check(
        "thread 'main' panicked at 'no cart', src/main.rs:4:9",
        &expect![[r#"
            - | no cart
              Rust src/main.rs:4 -
        "#]],
    );
}

#[test]
fn ruby_names_the_error_on_the_first_line() {
    check(
        "/w/lib/cart.rb:12:in `add': undefined method `id' for nil:NilClass (NoMethodError)
\tfrom /w/lib/cart.rb:4:in `block (2 levels) in <class:Cart>'
\tfrom /w/bin/shop.rb:3:in 'Shop::Cart#each'
\tfrom bin/shop.rb:1:in '<main>'
",
        &expect![[r#"
            NoMethodError | undefined method `id' for nil:NilClass
              Ruby /w/lib/cart.rb:12 add
              Ruby /w/lib/cart.rb:4 -
              Ruby /w/bin/shop.rb:3 each
              Ruby bin/shop.rb:1 -
        "#]],
    );
}

#[test]
fn csharp_and_php_are_read() {
    check(
        "Unhandled exception. System.InvalidOperationException: Empty cart
   at Shop.Cart.Add(String id) in C:\\src\\my shop\\Cart.cs:line 7
   at Shop.Program.<Main>$(String[] args) in /src/Program.cs:line 2
",
        &expect![[r#"
            System.InvalidOperationException | Empty cart
              DotNet C:\src\my shop\Cart.cs:7 Add
              DotNet /src/Program.cs:2 -
        "#]],
    );
    check(
        "PHP Fatal error:  Uncaught RuntimeException: Empty cart in /srv/src/Cart.php:31
Stack trace:
#0 /srv/src/Shop.php(12): Shop\\Cart->add('a')
#1 {main}
",
        &expect![[r#"
            RuntimeException | Empty cart
              Php /srv/src/Cart.php:31 -
              Php /srv/src/Shop.php:12 add
        "#]],
    );
}

#[test]
fn native_traces_and_compilers_are_read() {
    check(
        "Program received signal SIGSEGV, Segmentation fault.
#0  0x0000555 in cart_add (cart=0x0, id=3) at src/cart.c:12
#1  main () at main.c:3
",
        &expect![[r#"
            SIGSEGV | Segmentation fault.
              Native src/cart.c:12 cart_add
              Native main.c:3 main
        "#]],
    );
    check(
        "==7==ERROR: AddressSanitizer: heap-use-after-free on address 0x60
READ of size 4 at 0x60 thread T0
    #0 0x4f in shop::Cart::add(int) /w/src/cart.cpp:12:5
    #1 0x50 in main /w/src/main.cpp:3:1
",
        &expect![[r#"
            AddressSanitizer | heap-use-after-free on address 0x60
              Native /w/src/cart.cpp:12 add
              Native /w/src/main.cpp:3 main
        "#]],
    );
    check(
        "src/cart.c:12:5: error: use of undeclared identifier 'x'
src/cart.c:14:5: runtime error: signed integer overflow
src/app.ts(3,9): error TS2322: Type 'string' is not assignable.
error[E0308]: mismatched types
 --> src/main.rs:4:9
./server(dictFind+0x12)[0x4f]
",
        &expect![[r#"
            - | use of undeclared identifier 'x'
              Place src/cart.c:12 -
            - | signed integer overflow
              Place src/cart.c:14 -
            - | TS2322: Type 'string' is not assignable.
              Place src/app.ts:3 -
            E0308 | mismatched types
              Place src/main.rs:4 -
            - | 
              Native :0 dictFind
        "#]],
    );
    assert_eq!(frames("./server(dictFind+0x12)[0x4f]", 9), []);
    assert_eq!(frames("a.c:1: x", 9)[0].runtime, Runtime::Place);
}
