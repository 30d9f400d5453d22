//! Express, `NestJS` and Next.js.

use crate::repository;
use expect_test::expect;
use fathom_graph::EdgeKind;

#[test]
fn express_routers_are_mounted_with_their_middleware() {
    let repository = repository(&[
        ("package.json", r#"{"dependencies": {"express": "4"}}"#),
        (
            "app.js",
            r#"
const express = require("express");
const orders = require("./routes/orders");
const { authenticate } = require("./auth");

const app = express();
app.use(authenticate);
app.use("/api/orders", orders);
app.get("/health", health);

function health(req, res) {
  res.send("ok");
}
"#,
        ),
        (
            "auth.js",
            "function authenticate(req, res, next) { next(); }\nmodule.exports = { authenticate };\n",
        ),
        (
            "routes/orders.js",
            r#"
const express = require("express");
const controller = require("../controllers/orders");
const { validate } = require("../validate");

const router = express.Router();
router.get("/:id", controller.show);
router.route("/").post(validate, controller.create);
module.exports = router;
"#,
        ),
        ("validate.js", "function validate(req, res, next) { next(); }\nmodule.exports = { validate };\n"),
        (
            "controllers/orders.js",
            "exports.show = function show(req, res) {};\nexports.create = function create(req, res) {};\n",
        ),
    ]);
    expect![[r#"
        GET /health health
        GET /api/orders/:id show
        POST /api/orders create
    "#]]
    .assert_eq(&repository.endpoints());
    expect![[r#"
        Before authenticate
        Before validate
    "#]]
    .assert_eq(&repository.handler_filters("create"));
}

#[test]
fn nest_controllers_have_routes_guards_and_events() {
    let repository = repository(&[
        (
            "src/main.ts",
            "import { NestFactory } from '@nestjs/core';\nasync function bootstrap() {\n  const app = await NestFactory.create(AppModule);\n  app.setGlobalPrefix('api');\n}\n",
        ),
        (
            "src/orders.controller.ts",
            r#"
import { Controller, Get, Post, UseGuards } from '@nestjs/common';
import { EventEmitter2, OnEvent } from '@nestjs/event-emitter';
import { Cron } from '@nestjs/schedule';
import { AuthGuard } from './auth.guard';

@Controller('orders')
@UseGuards(AuthGuard)
export class OrdersController {
  constructor(private readonly events: EventEmitter2) {}

  @Get(':id')
  show(id: string) {
    return id;
  }

  @Post()
  create() {
    this.events.emit('order.created', {});
  }
}

export class OrderListener {
  @OnEvent('order.created')
  onCreated(order: any) {}

  @Cron('0 * * * *')
  sweep() {}
}
"#,
        ),
        (
            "src/auth.guard.ts",
            "import { Injectable } from '@nestjs/common';\n@Injectable()\nexport class AuthGuard {\n  canActivate() {\n    return true;\n  }\n}\n",
        ),
    ]);
    let mut lines: Vec<String> = repository.endpoints().lines().map(str::to_owned).collect();
    lines.sort();
    expect![[r#"
        Event order.created OrderListener.onCreated
        GET /api/orders/:id OrdersController.show
        POST /api/orders OrdersController.create
        Task OrderListener.sweep OrderListener.sweep"#]]
    .assert_eq(&lines.join("\n"));
    expect![[r#"
        Before AuthGuard
    "#]]
    .assert_eq(&repository.handler_filters("OrdersController.show"));
    expect![[r#"
        OrdersController.create runs callback OrderListener.onCreated [inferred:19]
    "#]]
    .assert_eq(&repository.edges(&[EdgeKind::Callback]));
}

#[test]
fn files_of_next_are_routes() {
    let repository = repository(&[
        ("package.json", r#"{"dependencies": {"next": "15"}}"#),
        (
            "pages/orders/[id].tsx",
            "export async function getServerSideProps() { return {}; }\nexport default function OrderPage() { return null; }\n",
        ),
        ("pages/api/orders.ts", "export default function handler(req, res) { res.end(); }\n"),
        ("app/(shop)/carts/[id]/page.tsx", "export default function CartPage() { return null; }\n"),
        (
            "app/api/carts/route.ts",
            "export async function POST(request: Request) { return null; }\nexport async function GET() { return null; }\n",
        ),
        ("middleware.ts", "export function middleware(request) { return null; }\n"),
    ]);
    let mut lines: Vec<String> = repository.endpoints().lines().map(str::to_owned).collect();
    lines.sort();
    expect![[r#"
        ANY /api/orders handler
        GET /api/carts GET
        GET /carts/:id CartPage
        GET /orders/:id OrderPage
        POST /api/carts POST"#]]
    .assert_eq(&lines.join("\n"));
    expect![[r#"
        Before middleware
        Before getServerSideProps
    "#]]
    .assert_eq(&repository.handler_filters("OrderPage"));
}

#[test]
fn express_reads_lists_of_routers_wrapped_handlers_and_exported_functions() {
    let repository = repository(&[
        ("package.json", r#"{"dependencies": {"express": "4"}}"#),
        (
            "app.js",
            r#"
const express = require("express");
const routes = require("./routes");
const check = require("./check");

const app = express();
app.use(check);
app.use("/v1", routes);
app.get("/health", (req, res) => { ping(); });
app.get("/about", (req, res) => { res.send(""); });

function ping() {}
"#,
        ),
        ("check.js", "const check = (req, res, next) => { next(); };\nmodule.exports = check;\n"),
        (
            "routes/index.js",
            r#"
const express = require("express");
const orders = require("./orders");
const carts = require("./carts");

const router = express.Router();
const all = [
  {
    path: "/orders",
    route: orders,
  },
  { path: "/carts", route: carts },
];
all.forEach((one) => {
  router.use(one.path, one.route);
});
module.exports = router;
"#,
        ),
        (
            "routes/orders.js",
            r#"
const express = require("express");
const controller = require("../controller");
const wrap = require("../wrap");

const router = express.Router();
router.get("/:id", wrap(controller.show));
router.put("/:id", wrap(controller.load), wrap(controller.save));
module.exports = router;
"#,
        ),
        (
            "routes/carts.js",
            r#"
const { Router } = require("express");
const router = Router();
router.post("/", (req, res) => {});
module.exports = router;
"#,
        ),
        ("wrap.js", "const wrap = (fn) => (req, res) => fn(req, res);\nmodule.exports = wrap;\n"),
        (
            "controller.js",
            "exports.show = function show(req, res) {};\nexports.load = function load(req, res) {};\nexports.save = function save(req, res) {};\n",
        ),
    ]);
    expect![[r#"
        GET /health app.js:9
        GET /about app.js:10
        POST /v1/carts routes/carts.js:4
        GET /v1/orders/:id show
        PUT /v1/orders/:id save
    "#]]
    .assert_eq(&repository.endpoints());
    expect![[r#"
        Before check
        Before controller.load
    "#]]
    .assert_eq(&repository.handler_filters("save"));
    expect![[r#"
        Before check
    "#]]
    .assert_eq(&repository.handler_filters("show"));
    expect![[r#"
        app.js filtered by check [exact:1]
        routes/carts.js filtered by check [exact:1]
        save filtered by check [exact:3]
        save filtered by load [exact:3]
        show filtered by check [exact:1]
    "#]]
    .assert_eq(&repository.edges(&[EdgeKind::Filter]));
}

#[test]
fn nest_versions_global_filters_and_providers_are_read() {
    let repository = repository(&[
        (
            "src/main.ts",
            "import { NestFactory } from '@nestjs/core';\nasync function bootstrap() {\n  const app = await NestFactory.create(AppModule);\n  app.setGlobalPrefix('api');\n  app.enableVersioning({ type: VersioningType.URI });\n  app.useGlobalPipes(new CheckPipe());\n}\n",
        ),
        (
            "src/app.ts",
            r#"
import { Controller, Get, Module, Version } from '@nestjs/common';

export abstract class Orders {
  abstract find(): string;
}

export class StoredOrders implements Orders {
  find() { return ''; }
}

export class AuthGuard {
  canActivate() { return true; }
}

@Controller({ path: 'orders', version: '1' })
export class OrdersController {
  constructor(private readonly orders: Orders) {}

  @Get()
  list() { return this.orders.find(); }

  @Version('2')
  @Get('all')
  all() {}
}

@Module({
  controllers: [OrdersController],
  providers: [
    { provide: Orders, useClass: StoredOrders },
    { provide: APP_GUARD, useClass: AuthGuard },
  ],
})
export class AppModule {}
"#,
        ),
    ]);
    expect![[r#"
        GET /api/v1/orders OrdersController.list
        GET /api/v2/orders/all OrdersController.all
    "#]]
    .assert_eq(&repository.endpoints());
    expect![[r#"
        Before AuthGuard
        Before CheckPipe
    "#]]
    .assert_eq(&repository.handler_filters("OrdersController.list"));
    expect![[r#"
        Orders injected with StoredOrders [exact:4]
    "#]]
    .assert_eq(&repository.edges(&[EdgeKind::Inject]));
}
