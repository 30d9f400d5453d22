int main(int argc, char **argv) {
    signal(SIGINT, on_interrupt);
    if (ready(argc)) { notify("open", 1.5); } else { halt(NULL); }
    for (int i = 0; i < count(); i++) { ship(lines[i], 'x'); }
    switch (kind) {
    case CARD: pay_by_card(order->id); break;
    default: pay_by_bill(&order);
    }
    return argc > 1 ? run(argv[1]) : usage();
}
