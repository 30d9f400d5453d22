//! Types that TypeScript infers from the place: callbacks, call signatures, unions, patterns.

use crate::repository;
use expect_test::expect;

const APP: &str = "export class Context {
  text(body: string) {}
  json(body: object) {}
}
export type Handler = (c: Context, next: () => void) => void
export type H = Handler | string
export interface Route {
  (handler: H): App
  (path: string, ...handlers: H[]): App
}
export interface Options {
  onError?: (error: Failure, c: Context) => void
}
export class Failure { report() {} }
export class App {
  get!: Route
  constructor(options?: Options) {}
  use(path: string, handler: (c: Context) => void): this { return this }
  request(): void {}
}
export const factory = (handler: Handler): Handler => handler
";

fn calls_of(main: &str) -> String {
    repository(&[("src/app.ts", APP), ("src/main.ts", main)]).calls()
}

#[test]
fn a_callback_is_given_what_its_callee_writes() {
    let calls = calls_of(
        "import { App, factory } from './app'
export function start() {
  const app = new App({ onError: (error, c) => {
    error.report()
    c.json({})
  } })
  app.use('/', (c) => c.text('a'))
  factory((c) => {
    c.text('b')
  })
}
export function routed(app: App) {
  app.get('/', (c) => c.json({})).request()
}
",
    );
    expect![[r#"
        src/main.ts::routed calls src/app.ts::App.get [exact:13]
        src/main.ts::routed calls src/app.ts::App.request [exact:13]
        src/main.ts::routed calls src/app.ts::Context.json [exact:13]
        src/main.ts::start calls src/app.ts::App.use [exact:7]
        src/main.ts::start calls src/app.ts::Context.json [exact:5]
        src/main.ts::start calls src/app.ts::Context.text [exact:7]
        src/main.ts::start calls src/app.ts::Failure.report [exact:4]
        src/main.ts::start calls src/app.ts::factory [exact:8]
        src/main.ts::start creates src/app.ts::App [exact:3]
    "#]]
    .assert_eq(&calls);
}

#[test]
fn a_function_has_the_type_of_what_it_is_put_into_or_returned_as() {
    let calls = calls_of(
        "import type { Handler, Options } from './app'
export const first: Handler = (c) => c.text('a')
export const options: Options = { onError: (error) => error.report() }
export function second(): Handler {
  return (c) => {
    c.json({})
  }
}
",
    );
    expect![[r#"
        src/main.ts::first calls src/app.ts::Context.text [exact:2]
        src/main.ts::options.onError calls src/app.ts::Failure.report [exact:3]
        src/main.ts::second calls src/app.ts::Context.json [exact:6]
    "#]]
    .assert_eq(&calls);
}

#[test]
fn a_member_of_a_union_is_that_of_each_alternative() {
    let repository = repository(&[(
        "src/result.ts",
        "export class Ok { isOk() {} }
export class Err { isOk() {} }
export type Result = Ok | Err
export async function read(): Promise<Result> { return new Ok() }
export async function use(): Promise<void> {
  const { isOk } = await read()
  const result = await read()
  result.isOk()
}
",
    )]);
    expect![[r#"
        src/result.ts::read creates src/result.ts::Ok [exact:4]
        src/result.ts::use calls src/result.ts::Err.isOk [exact:8]
        src/result.ts::use calls src/result.ts::Ok.isOk [exact:8]
        src/result.ts::use calls src/result.ts::read [exact:6]
    "#]]
    .assert_eq(&repository.calls());
}

#[test]
fn what_is_taken_apart_keeps_the_types_of_its_parts() {
    let repository = repository(&[
        (
            "src/store.ts",
            "export class Store { load() {} }\nexport interface Tools { store: Store; all: Store[] }\nexport function tools(): Tools { return null as any }\n",
        ),
        (
            "src/main.ts",
            "import { tools, type Tools } from './store'
export function one() {
  const { store, all: [first] } = tools()
  store.load()
}
export function two({ store: other }: Tools) {
  other.load()
}
export function three(map: Map<string, Tools>) {
  map.get('a')!.store.load()
  const made: ReturnType<typeof tools> = tools()
  made.store.load()
}
",
        ),
    ]);
    expect![[r#"
        src/main.ts::one calls src/store.ts::Store.load [exact:4]
        src/main.ts::one calls src/store.ts::tools [exact:3]
        src/main.ts::three calls src/store.ts::Store.load [exact:10]
        src/main.ts::three calls src/store.ts::tools [exact:11]
        src/main.ts::two calls src/store.ts::Store.load [exact:7]
    "#]]
    .assert_eq(&repository.calls());
}

#[test]
fn a_parameter_of_a_function_without_a_name_counts_inside_of_it_alone() {
    let typescript = repository(&[
        (
            "src/stream.ts",
            "export class Api { write() {} }\nexport const stream = (run: (api: Api) => void) => {}\n",
        ),
        (
            "src/main.ts",
            "import { stream } from './stream'
export function start() {
  stream((stream) => {
    stream.write()
  })
  stream(() => {})
}
",
        ),
    ]);
    expect![[r#"
        src/main.ts::start calls src/stream.ts::Api.write [exact:4]
        src/main.ts::start calls src/stream.ts::stream [exact:3]
    "#]]
    .assert_eq(&typescript.calls());
    let go = repository(&[
        ("go.mod", "module shop\n"),
        (
            "mux.go",
            "package shop\n\ntype Mux struct{}\n\nfunc (m *Mux) Get(path string, run func(r *Request)) {}\n\ntype Request struct{}\n\nfunc (r *Request) Body() {}\n\nfunc Start() {\n\tr := &Mux{}\n\tr.Get(\"/\", func(r *Request) {\n\t\tr.Body()\n\t})\n\tr.Get(\"/a\", nil)\n}\n",
        ),
    ]);
    expect![[r#"
        mux.go::Start calls mux.go::Mux.Get [exact:13]
        mux.go::Start calls mux.go::Request.Body [exact:14]
        mux.go::Start creates mux.go::Mux [exact:12]
    "#]]
    .assert_eq(&go.calls());
}
