package shop

func Routes(r *gin.Engine) {
	api := r.Group("/api", auth())
	api.GET("/orders/:id", showOrder)
	http.HandleFunc("POST /orders", func(w http.ResponseWriter, q *http.Request) {
		create(w, q)
	})
	go worker(queue, 3)
	go func() { drain(queue) }()
	defer close(queue)
	if err := save(1.5, nil, true); err != nil {
		log.Fatalf("failed: %v", err)
	}
	for _, one := range list() {
		ship(one, Options{Fast: true})
	}
	switch kind {
	case "card":
		payByCard()
	default:
		payByBill()
	}
	db.Transaction(func(tx *gorm.DB) error { return tx.Create(order).Error })
	Map[int](values, double)
}

var serve = &cobra.Command{Use: "serve", Short: "Serves.", RunE: runServe}
