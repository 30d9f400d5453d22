int main(int argc, char **argv) {
    server.Get("/orders/:id", [](const Request &request, Response &response) { show(request, response); });
    if (ready(argc)) { notify("open", 1.5); } else { close(nullptr); }
    for (auto &line : lines()) { ship(line, true); }
    while (more()) next();
    try { pay(order.id); } catch (const std::exception &error) { log(error); }
    auto result = co_await fetch({1, 2});
    return argc > 1 ? run(argv[1]) : usage();
}
