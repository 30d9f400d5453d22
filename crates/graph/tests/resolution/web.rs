//! JavaScript, TypeScript and PHP.

use crate::repository;
use expect_test::expect;

#[test]
fn typescript_imports_re_exports_and_injected_fields_are_followed() {
    let repository = repository(&[
        (
            "src/users.ts",
            "export class UsersService {\n  find(id: string) {}\n}\nexport function hash(x: string) {}\n",
        ),
        (
            "src/index.ts",
            "import { UsersService } from './users'\nexport { UsersService }\nexport { hash as digest } from './users'\nexport * from './more'\n",
        ),
        ("src/more.ts", "export default function main() {}\nexport const later = () => {}\n"),
        (
            "app.ts",
            "import { UsersService, digest, later } from './src'\nimport * as users from './src/users'\nimport go from './src/more'\n\nclass App {\n  constructor(private readonly service: UsersService) {}\n  run() {\n    this.service.find('1')\n    digest('x')\n    users.hash('y')\n    later()\n    go()\n    new UsersService()\n  }\n}\n",
        ),
    ]);
    expect![[r#"
        app.ts::App.run calls src/more.ts::later [exact:11]
        app.ts::App.run calls src/more.ts::main [exact:12]
        app.ts::App.run calls src/users.ts::UsersService.find [exact:8]
        app.ts::App.run calls src/users.ts::hash [exact:9]
        app.ts::App.run creates src/users.ts::UsersService [exact:13]
    "#]]
    .assert_eq(&repository.calls());
}

#[test]
fn a_test_named_like_a_function_does_not_hide_it() {
    let repository = repository(&[
        ("src/compose.ts", "export function compose() {}\n"),
        (
            "src/compose.test.ts",
            "import { compose } from './compose'\ndescribe('compose', () => {\n  it('runs', () => {\n    compose()\n  })\n})\n",
        ),
    ]);
    assert!(repository.calls().contains("calls src/compose.ts::compose [exact:4]"), "{}", repository.calls());
}

#[test]
fn workspace_packages_and_path_aliases_lead_to_their_sources() {
    let repository = repository(&[
        ("packages/core/package.json", "{ \"name\": \"@shop/core\" }\n"),
        ("packages/core/src/index.ts", "export function pay() {}\n"),
        (
            "web/tsconfig.json",
            "{ \"compilerOptions\": { \"baseUrl\": \".\", \"paths\": { \"@/*\": [\"./src/*\"] } } }\n",
        ),
        ("web/src/mail.ts", "export function send() {}\n"),
        (
            "web/src/app.ts",
            "import { pay } from '@shop/core'\nimport { send } from '@/mail'\nexport function run() {\n  pay()\n  send()\n}\n",
        ),
    ]);
    expect![[r#"
        web/src/app.ts::run calls packages/core/src/index.ts::pay [exact:4]
        web/src/app.ts::run calls web/src/mail.ts::send [exact:5]
    "#]]
    .assert_eq(&repository.calls());
}

#[test]
fn php_namespaces_traits_and_promoted_properties_are_followed() {
    let repository = repository(&[
        (
            "src/Mail.php",
            "<?php\nnamespace App\\Mail;\nclass Mailer {\n  public function send(): void {}\n}\n",
        ),
        (
            "src/Order.php",
            "<?php\nnamespace App;\nuse App\\Mail\\Mailer;\nclass Order {\n  public function __construct(private Mailer $mailer) {}\n  public function pay(): void {\n    $this->mailer->send();\n    self::check();\n    $m = new Mailer();\n    $m->send();\n  }\n  public static function check(): void {}\n}\n",
        ),
    ]);
    expect![[r#"
        src/Order.php::Order::pay calls src/Mail.php::Mailer::send [exact:7]
        src/Order.php::Order::pay calls src/Order.php::Order::check [exact:8]
        src/Order.php::Order::pay creates src/Mail.php::Mailer [exact:9]
    "#]]
    .assert_eq(&repository.calls());
}
