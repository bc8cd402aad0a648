/** One request of a customer, with all log messages that it causes; they share a trace id. */
import type { DemoMessage } from './demo-message.ts'
import type { Dice } from './dice.ts'
import type { ShopStory } from './shop-story.ts'
import { customerAt, type Visitor } from './shop-visitor.ts'
import {
  BROWSERS,
  CUSTOMERS,
  customerName,
  ENDPOINTS,
  type Endpoint,
  PRODUCTS,
  SEARCHED,
  WEB_HOSTS,
} from './shop-world.ts'

interface Request {
  readonly endpoint: Endpoint
  readonly path: string
  readonly product: number
  readonly words: string
  readonly user: string
  readonly from: Visitor
  readonly traceId: string
  readonly endMs: number
  readonly tookMs: number
  readonly failure: 'payment' | 'fault' | 'refused' | undefined
  readonly story: ShopStory
}

const ERROR = 3
const WARNING = 4
const INFO = 6
const PAYMENT_TIMEOUT_MS = 3000

/** Ends at `nowMs`. Messages are ordered by time. */
export function shopRequest(dice: Dice, nowMs: number, story: ShopStory): readonly DemoMessage[] {
  const request = makeRequest(dice, nowMs, story)
  return [...serviceMessages(dice, request), accessMessage(dice, request)]
}

function makeRequest(dice: Dice, endMs: number, story: ShopStory): Request {
  const endpoint = dice.pickWeighted(ENDPOINTS)
  const customer = dice.below(CUSTOMERS)
  const product = 1000 + dice.below(PRODUCTS)
  const words = dice.pick(SEARCHED)
  const failure = failureOf(dice, endpoint, story)
  const isSlow = endpoint.service === 'search'
  const waitedMs = failure === 'payment' ? PAYMENT_TIMEOUT_MS : 0
  return {
    endpoint,
    path: pathOf(endpoint, product, words),
    product,
    words,
    user: customerName(customer),
    from: customerAt(customer),
    traceId: dice.hex(32),
    endMs,
    tookMs: waitedMs + dice.skewed(endpoint.typicalMs, isSlow ? 0.8 : 0.45),
    failure,
    story,
  }
}

function failureOf(dice: Dice, { route, service }: Endpoint, { arePaymentsBroken }: ShopStory): Request['failure'] {
  if (service === 'checkout' && dice.chance(arePaymentsBroken ? 0.7 : 0.01)) return 'payment'
  if (route === '/login' && dice.chance(0.08)) return 'refused'
  return service !== undefined && dice.chance(0.002) ? 'fault' : undefined
}

const pathOf = ({ route }: Endpoint, product: number, words: string): string =>
  route === '/search' ? `/search?q=${words.replaceAll(' ', '+')}` : route.replace('{id}', String(product))

const STATUSES = { payment: 502, fault: 500, refused: 401 } as const

function accessMessage(dice: Dice, request: Request): DemoMessage {
  const { endpoint, path, from, user, tookMs, endMs, failure } = request
  const status = failure === undefined ? endpoint.status : STATUSES[failure]
  const bytes = failure === undefined ? dice.skewed(Math.max(1, endpoint.bytes), 0.2) : 312
  const agent = dice.pick(BROWSERS)
  return {
    timestampMs: endMs,
    source: dice.pick(WEB_HOSTS),
    level: status >= 500 ? ERROR : status >= 400 ? WARNING : INFO,
    message: `${from.address} - ${user} "${endpoint.method} ${path} HTTP/2" ${status} ${bytes} ${tookMs}ms "${agent}"`,
    fields: {
      log_type: 'web',
      http_method: endpoint.method,
      http_path: path,
      http_route: endpoint.route,
      http_status: status,
      status_class: `${Math.floor(status / 100)}xx`,
      // The average over many is the failure rate.
      failed_percent: status >= 500 ? 100 : 0,
      bytes,
      took_ms: tookMs,
      user,
      user_agent: agent,
      client_ip: from.address,
      client_city: from.city,
      client_country: from.country,
      client_geo: from.geo,
      trace_id: request.traceId,
    },
  }
}

function serviceMessages(dice: Dice, request: Request): readonly DemoMessage[] {
  switch (request.endpoint.service) {
    case undefined:
      return []
    case 'catalog':
      return catalogMessages(dice, request)
    case 'search':
      return searchMessages(dice, request)
    case 'cart':
      return cartMessages(dice, request)
    case 'checkout':
      return checkoutMessages(dice, request)
    case 'accounts':
      return accountMessages(dice, request)
    default:
      throw request.endpoint.service satisfies never
  }
}

function catalogMessages(dice: Dice, request: Request): readonly DemoMessage[] {
  const { product } = request
  const fault = faultMessage(dice, request)
  if (fault !== undefined) return [fault]
  const { route } = request.endpoint
  if (route !== '/products/{id}') {
    const shown = 12 + dice.below(36)
    const text = route === '/' ? `Rendered the start page with ${shown} offers` : `Listed ${shown} products`
    return [log(dice, request, text, { found: shown })]
  }
  const isCached = dice.chance(0.7)
  const where = `FROM products WHERE id = ${product}`
  return [
    ...(isCached ? [] : [statement(dice, request, 0.6, `SELECT name, price, stock ${where}`, 'products', 1)]),
    log(dice, request, `Loaded product ${product} from the ${isCached ? 'cache' : 'database'}`, {
      product_id: product,
      cache: isCached ? 'hit' : 'miss',
    }),
  ]
}

function searchMessages(dice: Dice, request: Request): readonly DemoMessage[] {
  const { words } = request
  const found = dice.below(300)
  const sql = `SELECT id, name FROM products WHERE description ILIKE '%${words}%' ORDER BY popularity DESC LIMIT 50`
  return [
    statement(dice, request, 0.9, sql, 'products', Math.min(found, 50)),
    faultMessage(dice, request) ??
      log(dice, request, `Search for "${words}" found ${found} products in ${request.tookMs} ms`, {
        search_text: words,
        found,
      }),
  ]
}

function cartMessages(dice: Dice, request: Request): readonly DemoMessage[] {
  const { product, user, endpoint } = request
  const fault = faultMessage(dice, request)
  if (fault !== undefined) return [fault]
  const quantity = 1 + dice.below(4)
  const texts: Readonly<Record<Endpoint['method'], string>> = {
    GET: `Read the cart of ${user}`,
    POST: `Added ${quantity} x product ${product} to the cart of ${user}`,
    DELETE: `Removed product ${product} from the cart of ${user}`,
  }
  const isRead = endpoint.method === 'GET'
  const sql = isRead ? 'SELECT product, quantity FROM carts' : 'UPDATE carts SET updated_at = now()'
  return [
    statement(dice, request, 0.5, `${sql} WHERE owner = '${user}'`, 'carts', isRead ? quantity : 1),
    log(dice, request, texts[endpoint.method], { product_id: product, quantity }),
  ]
}

function checkoutMessages(dice: Dice, request: Request): readonly DemoMessage[] {
  const { user, story, failure } = request
  const fault = faultMessage(dice, request)
  if (fault !== undefined) return [fault]
  const order = `S-${100_000 + dice.below(900_000)}`
  const amount = dice.skewed(6000, 0.8) / 100
  const about = { order_id: order, amount, currency: 'EUR', version: story.checkoutVersion }
  if (failure === 'payment') return paymentFailed(dice, request, order, about)
  const items = 1 + dice.below(6)
  return [
    log(dice, request, `Payment of order ${order} accepted: ${amount.toFixed(2)} EUR by card`, about, {
      service: 'payments',
      at: 0.7,
    }),
    statement(
      dice,
      request,
      0.1,
      `INSERT INTO orders (id, owner, amount) VALUES ('${order}', '${user}', ${amount})`,
      'orders',
      1,
    ),
    log(dice, request, `Order ${order} placed by ${user}: ${items} items, ${amount.toFixed(2)} EUR`, {
      ...about,
      items,
    }),
  ]
}

function paymentFailed(
  dice: Dice,
  request: Request,
  order: string,
  about: Readonly<Record<string, string | number>>,
): readonly DemoMessage[] {
  const problem = `connection to payments-gateway:8443 timed out after ${PAYMENT_TIMEOUT_MS} ms`
  const exception = 'GatewayTimeoutException'
  const fullMessage = [
    `com.example.shop.payments.${exception}: ${problem}`,
    '  at com.example.shop.payments.GatewayClient.charge(GatewayClient.java:118)',
    '  at com.example.shop.payments.PaymentService.pay(PaymentService.java:64)',
    '  at com.example.shop.checkout.CheckoutHandler.handle(CheckoutHandler.java:41)',
  ].join('\n')
  return [
    log(
      dice,
      request,
      `Payment of order ${order} failed: ${problem}`,
      { ...about, exception },
      {
        service: 'payments',
        level: ERROR,
        fullMessage,
      },
    ),
    log(dice, request, `Order ${order} of ${request.user} was not placed: payment failed`, about, { level: ERROR }),
  ]
}

function accountMessages(dice: Dice, request: Request): readonly DemoMessage[] {
  const { user, endpoint, failure, from } = request
  const fault = faultMessage(dice, request)
  if (fault !== undefined) return [fault]
  if (endpoint.route !== '/login') {
    const found = dice.below(12)
    return [
      statement(dice, request, 0.7, `SELECT id, amount FROM orders WHERE owner = '${user}'`, 'orders', found),
      log(dice, request, `Listed ${found} orders of ${user}`, { found }),
    ]
  }
  const isRefused = failure === 'refused'
  const signIn = log(dice, request, `Sign-in of ${user} ${isRefused ? 'refused: wrong password' : 'succeeded'}`, {
    auth_result: isRefused ? 'failure' : 'success',
    auth_method: 'password',
    client_ip: from.address,
    client_country: from.country,
    client_geo: from.geo,
  })
  return [{ ...signIn, level: isRefused ? WARNING : INFO, fields: { ...signIn.fields, log_type: 'auth' } }]
}

function faultMessage(dice: Dice, request: Request): DemoMessage | undefined {
  if (request.failure !== 'fault') return undefined
  const [exception, text] = dice.pick<readonly [string, string]>([
    ['NullPointerException', 'Cannot read the price of a product that is gone'],
    ['PoolExhaustedException', 'No database connection became free within 500 ms'],
    ['IllegalStateException', 'The session was closed while it was used'],
  ])
  return log(
    dice,
    request,
    `${request.endpoint.method} ${request.endpoint.route} failed: ${text}`,
    { exception },
    {
      level: ERROR,
      fullMessage: `java.lang.${exception}: ${text}\n  at com.example.shop.Handler.handle(Handler.java:${20 + dice.below(80)})`,
    },
  )
}

interface LogOptions {
  readonly service?: string
  readonly level?: number
  readonly fullMessage?: string
  /** When, as a fraction of the request's duration. */
  readonly at?: number
}

function log(
  dice: Dice,
  { endpoint, endMs, tookMs, traceId, user }: Request,
  message: string,
  fields: Readonly<Record<string, string | number>>,
  { service = endpoint.service ?? 'shop', level = INFO, fullMessage, at = 0.95 }: LogOptions = {},
): DemoMessage {
  const replica = dice.below(3)
  return {
    timestampMs: Math.round(endMs - tookMs * (1 - at)),
    source: `${service}-${replica}`,
    level,
    message,
    ...(fullMessage === undefined ? {} : { fullMessage }),
    fields: {
      log_type: 'app',
      service,
      logger: `com.example.shop.${service}`,
      user,
      took_ms: tookMs,
      trace_id: traceId,
      ...fields,
    },
  }
}

const SLOW_STATEMENT_MS = 500

/** `share` is the statement's fraction of the request's duration. */
function statement(
  dice: Dice,
  { endMs, tookMs, traceId, endpoint }: Request,
  share: number,
  sql: string,
  table: string,
  rows: number,
): DemoMessage {
  const took = Math.max(1, Math.round(tookMs * share))
  return {
    timestampMs: Math.round(endMs - tookMs * 0.05),
    source: dice.chance(0.8) ? 'db-1' : 'db-2',
    level: took >= SLOW_STATEMENT_MS ? WARNING : INFO,
    message: `duration: ${took} ms  statement: ${sql}`,
    fields: {
      log_type: 'database',
      db_operation: sql.slice(0, sql.indexOf(' ')),
      db_table: table,
      db_rows: rows,
      took_ms: took,
      service: endpoint.service,
      trace_id: traceId,
    },
  }
}
