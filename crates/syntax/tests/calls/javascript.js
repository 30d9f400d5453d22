const router = express.Router();

app.get('/orders/:id', authenticate, orders.show);
app.use('/api', router);
router.post(`/x/${version}`, async (req, res) => {
  const order = await Order.create({ state: 'open', tags: ['a', 'b'] });
  if (order.valid()) {
    await notify(order);
  } else {
    res.status(422).send(null);
  }
  for (const item of list()) ship(item);
  order.lines.forEach((line) => print(line));
  try { pay(order); } catch (error) { log(error); } finally { done(); }
  setTimeout(() => ping(), 1000);
  return order.ok ? render(order) : fail(-1);
});
queue.process('email', 5, sendEmail);
sequelize.transaction(async (t) => { await save(t); });
export const App = () => <Route path="/users" element={<Users />} exact />;
