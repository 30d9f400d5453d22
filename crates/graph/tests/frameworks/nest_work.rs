//! `NestJS`: decorators that stand for others, versions, queues and buses.

use crate::repository;
use expect_test::expect;
use fathom_graph::EdgeKind;

#[test]
fn decorators_stand_for_guards_and_queues_lead_to_processors() {
    let repository = repository(&[
        (
            "src/main.ts",
            r#"
import { VersioningType } from "@nestjs/common";
export async function bootstrap(app: any) {
  app.setGlobalPrefix("api");
  app.enableVersioning({ defaultVersion: "1", type: VersioningType.URI });
}
"#,
        ),
        (
            "src/secured.ts",
            r#"
import { applyDecorators, UseGuards } from "@nestjs/common";
import { AuthGuard } from "@nestjs/passport";
import { RoleGuard } from "./guards";
export function Secured() {
  return applyDecorators(UseGuards(AuthGuard("jwt"), RoleGuard));
}
"#,
        ),
        (
            "src/guards.ts",
            r#"
import { Injectable } from "@nestjs/common";
export class RoleGuard { canActivate() { return true; } }
export class Masking { intercept() {} }
export class JwtStrategy extends PassportStrategy(Strategy, "jwt") { validate() {} }
"#,
        ),
        (
            "src/orders.controller.ts",
            r#"
import { Controller, Get, Post, UseInterceptors, Version, VERSION_NEUTRAL } from "@nestjs/common";
import { Secured } from "./secured";
import { Masking } from "./guards";
import { OrdersService } from "./orders.service";
@Controller("orders")
export class OrdersController {
  constructor(private readonly orders: OrdersService) {}
  @Post()
  @UseInterceptors(Masking)
  @Secured()
  create() { return this.orders.create(); }
  @Get()
  @Version(VERSION_NEUTRAL)
  list() {}
}
"#,
        ),
        (
            "src/orders.service.ts",
            r#"
import { InjectQueue } from "@nestjs/bull";
import { Injectable } from "@nestjs/common";
import { CommandBus } from "@nestjs/cqrs";
import { MAIL_JOB } from "./names";
import { PayOrder } from "./pay";
import { Mails } from "./mails";
@Injectable()
export class OrdersService {
  constructor(@InjectQueue("bills") private readonly bills: Queue, private readonly bus: CommandBus, private readonly mails: Mails) {}
  create() {
    this.bills.add("print", {});
    this.mails.push({ name: MAIL_JOB });
    this.bus.execute(new PayOrder());
  }
}
"#,
        ),
        ("src/names.ts", "export const MAIL_JOB = \"mail\";\n"),
        ("src/mails.ts", "export class Mails { push(job: any) {} }\n"),
        (
            "src/pay.ts",
            r#"
import { CommandHandler } from "@nestjs/cqrs";
export class PayOrder {}
@CommandHandler(PayOrder)
export class PayOrderHandler { execute(command: PayOrder) {} }
"#,
        ),
        (
            "src/processors.ts",
            r#"
import { Process, Processor } from "@nestjs/bull";
import { MAIL_JOB } from "./names";
@Processor("bills")
export class BillProcessor { process(job: any) {} }
@Processor("mails")
export class MailProcessor {
  @Process({ name: MAIL_JOB })
  send(job: any) {}
}
"#,
        ),
    ]);
    expect![[r#"
        POST /api/v1/orders OrdersController.create
        GET /api/orders OrdersController.list
        Job bills BillProcessor.process
        Job MAIL_JOB MailProcessor.send
        Event PayOrder PayOrderHandler.execute
    "#]]
    .assert_eq(&repository.endpoints());
    expect![[r#"
        Before AuthGuard
        Before RoleGuard
        Around Masking
    "#]]
    .assert_eq(&repository.handler_filters("OrdersController.create"));
    expect![[r#"
        OrdersController.create filtered by Masking.intercept [exact:9]
        OrdersController.create filtered by RoleGuard.canActivate [exact:9]
        OrdersService.create runs callback PayOrderHandler.execute [exact:14]
        OrdersService.create starts BillProcessor.process [inferred:12]
        OrdersService.create starts MailProcessor.send [inferred:13]
    "#]]
    .assert_eq(&repository.edges(&[EdgeKind::Async, EdgeKind::Callback, EdgeKind::Filter]));
}
