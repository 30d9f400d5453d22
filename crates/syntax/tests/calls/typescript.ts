@Controller('orders')
export class OrdersController {
  constructor(private readonly orders: OrdersService) {}

  @Get(':id')
  @UseGuards(AuthGuard, RolesGuard)
  async show(@Param('id') id: string): Promise<Order> {
    switch (id) {
      case 'first':
        return this.orders.first();
      default:
        return await this.orders.find(id, { cache: true, with: ['items'] });
    }
  }

  @Cron('0 * * * *', { name: 'sweep' })
  sweep() {
    while (this.more()) this.orders.next<Order>(1);
    return new Sweeper('orders', () => this.done());
  }
}
