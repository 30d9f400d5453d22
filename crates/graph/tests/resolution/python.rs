//! Python: modules, re-exports, inheritance, light receiver typing.

use crate::repository;
use expect_test::expect;
use fathom_graph::EdgeKind;

#[test]
fn imports_lead_through_packages_and_re_exports() {
    let repository = repository(&[
        ("shop/__init__.py", "from .orders import Order\nfrom . import mail\n"),
        ("shop/orders.py", "class Order:\n    def pay(self): pass\n\ndef load(): pass\n"),
        ("shop/mail.py", "def send(to): pass\n"),
        (
            "run.py",
            "import shop\nimport shop.orders as o\nfrom shop import Order as O, mail\nfrom shop.orders import *\n\ndef main():\n    shop.Order()\n    o.load()\n    O()\n    mail.send(1)\n    shop.mail.send(2)\n    load()\n",
        ),
    ]);
    expect![[r#"
        run.py::main calls shop/mail.py::send [exact:10]
        run.py::main calls shop/orders.py::load [exact:8]
        run.py::main creates shop/orders.py::Order [exact:7]
    "#]]
    .assert_eq(&repository.calls());
}

#[test]
fn members_are_found_through_self_super_fields_and_results() {
    let repository = repository(&[(
        "a.py",
        "class Base:\n    def close(self): pass\n\nclass Pool(Base):\n    def take(self) -> 'Client':\n        return Client()\n    def close(self):\n        super().close()\n\nclass Client:\n    def __init__(self, pool: Pool):\n        self.pool = pool\n        self.spare = Pool()\n    def send(self):\n        self.pool.take().send()\n        self.spare.close()\n        other = make()\n        other.close()\n\ndef make():\n    pool = Pool()\n    return pool\n",
    )]);
    expect![[r#"
        a.py::Client.__init__ creates a.py::Pool [exact:13]
        a.py::Client.send calls a.py::Client.send [exact:15]
        a.py::Client.send calls a.py::Pool.close [exact:16]
        a.py::Client.send calls a.py::Pool.take [exact:15]
        a.py::Client.send calls a.py::make [exact:17]
        a.py::Pool.close calls a.py::Base.close [exact:8]
        a.py::Pool.take creates a.py::Client [exact:6]
        a.py::make creates a.py::Pool [exact:21]
    "#]]
    .assert_eq(&repository.calls());
    expect![[r#"
        a.py::Pool extends a.py::Base [exact:4]
        a.py::Pool.close overrides a.py::Base.close [exact:7]
    "#]]
    .assert_eq(&repository.edges(&[EdgeKind::Extends, EdgeKind::Overrides]));
}

#[test]
fn locals_parameters_and_built_in_values_shadow_functions() {
    let repository = repository(&[(
        "a.py",
        "def load(): pass\n\nclass Box:\n    def join(self): pass\n    def append(self, x): pass\n\ndef run(load):\n    load()\n    ', '.join([])\n    [].append(1)\n    unknown.append(1)\n\ndef local():\n    load = pick()\n    load()\n",
    )]);
    expect![""].assert_eq(&repository.calls());
}

#[test]
fn an_unknown_receiver_is_guessed_only_when_one_definition_fits() {
    let repository = repository(&[(
        "a.py",
        "class A:\n    def dispatch_request(self): pass\n\nclass B:\n    def twice(self): pass\n\nclass C:\n    def twice(self): pass\n\ndef run(x):\n    x.dispatch_request()\n    x.twice()\n",
    )]);
    expect![[r#"
        a.py::run calls a.py::A.dispatch_request [inferred:11]
        a.py::run calls a.py::B.twice [ambiguous:12]
        a.py::run calls a.py::C.twice [ambiguous:12]
    "#]]
    .assert_eq(&repository.calls());
}

#[test]
fn what_with_binds_is_what_entering_gives() {
    let repository = repository(&[
        (
            "store.py",
            "from contextlib import contextmanager\nfrom typing import Generator\n\nclass Portal:\n    def call(self): ...\n\nclass Base:\n    def __enter__(self) -> 'Base': return self\n\nclass Store(Base):\n    def load(self): ...\n\nclass Opener:\n    async def __aenter__(self) -> Store: return Store()\n\n@contextmanager\ndef portal() -> Generator[Portal, None, None]:\n    yield Portal()\n",
        ),
        (
            "run.py",
            "from store import Opener, Store, portal\n\nasync def run():\n    with portal() as opened:\n        opened.call()\n    with Store() as store:\n        store.load()\n    async with Opener() as other:\n        other.load()\n",
        ),
    ]);
    expect![[r#"
        run.py::run calls store.py::Portal.call [exact:5]
        run.py::run calls store.py::Store.load [exact:7]
        run.py::run calls store.py::portal [exact:4]
        run.py::run creates store.py::Opener [exact:8]
        run.py::run creates store.py::Store [exact:6]
        store.py::Opener.__aenter__ creates store.py::Store [exact:14]
        store.py::portal creates store.py::Portal [exact:18]
    "#]]
    .assert_eq(&repository.calls());
}
