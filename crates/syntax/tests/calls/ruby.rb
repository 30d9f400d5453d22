Rails.application.routes.draw do
  namespace :admin do
    resources :users, only: [:index, :show]
    get "/orders/:id", to: "orders#show", as: :order
    post "hook" => "hooks#create"
  end
end

class OrdersController < ApplicationController
  before_action :load_order, only: %i[show cancel], if: -> { signed_in? }
  rescue_from NotFound, with: :missing

  state_machine initial: :open do
    state :open do
      event :cancel, guard: :cancellable?
    end
  end

  def cancel
    Order.transaction do
      @order.items.each { |item| item.release!(reason: "cancelled #{item.id}") }
      Mailer.receipt(@order).deliver_later unless @order.silent?
    end
    CancelJob.perform_later(@order.id, retries: 3)
  rescue Stale => error
    report(error)
  ensure
    unlock(@order)
  end

  def charge
    Thread.new { gateway.charge(amount) }
    case kind
    when :card then pay_by_card(true)
    else pay_by_bill(nil)
    end
    (retry_later rescue give_up)
  end
end
