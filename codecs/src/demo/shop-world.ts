/** The simulated web shop: customers, locations, services and their endpoints. */

export interface Place {
  readonly weight: number
  readonly city: string
  readonly country: string
  readonly geo: string
  /** The first three octets of its addresses, from networks reserved for documentation. */
  readonly network: string
}

export const PLACES: readonly [Place, ...Place[]] = [
  { weight: 18, city: 'Berlin', country: 'DE', geo: '52.52,13.405', network: '203.0.113' },
  { weight: 12, city: 'Munich', country: 'DE', geo: '48.137,11.575', network: '203.0.113' },
  { weight: 10, city: 'Vienna', country: 'AT', geo: '48.208,16.373', network: '192.0.2' },
  { weight: 9, city: 'Zurich', country: 'CH', geo: '47.377,8.541', network: '192.0.2' },
  { weight: 11, city: 'London', country: 'GB', geo: '51.507,-0.128', network: '198.51.100' },
  { weight: 9, city: 'Paris', country: 'FR', geo: '48.857,2.352', network: '203.0.113' },
  { weight: 6, city: 'Madrid', country: 'ES', geo: '40.417,-3.703', network: '192.0.2' },
  { weight: 6, city: 'Warsaw', country: 'PL', geo: '52.23,21.012', network: '198.51.100' },
  { weight: 8, city: 'New York', country: 'US', geo: '40.713,-74.006', network: '198.51.100' },
  { weight: 4, city: 'San Francisco', country: 'US', geo: '37.775,-122.419', network: '198.51.100' },
  { weight: 3, city: 'São Paulo', country: 'BR', geo: '-23.55,-46.633', network: '192.0.2' },
  { weight: 2, city: 'Tokyo', country: 'JP', geo: '35.677,139.65', network: '203.0.113' },
  { weight: 2, city: 'Sydney', country: 'AU', geo: '-33.869,151.209', network: '192.0.2' },
]

/** Locations of attackers. */
export const STRANGERS: readonly [Place, ...Place[]] = [
  { weight: 4, city: 'Unknown', country: 'RU', geo: '55.756,37.617', network: '198.18.7' },
  { weight: 4, city: 'Unknown', country: 'CN', geo: '31.23,121.474', network: '198.18.45' },
  { weight: 3, city: 'Unknown', country: 'NL', geo: '52.368,4.904', network: '198.18.91' },
  { weight: 2, city: 'Unknown', country: 'VN', geo: '21.028,105.834', network: '198.19.3' },
  { weight: 2, city: 'Unknown', country: 'US', geo: '39.044,-77.487', network: '198.19.120' },
]

export interface Endpoint {
  readonly weight: number
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** `{id}` stands for a number. */
  readonly route: string
  readonly service: 'catalog' | 'search' | 'cart' | 'checkout' | 'accounts' | undefined
  /** Median response time. */
  readonly typicalMs: number
  readonly status: number
  readonly bytes: number
}

export const ENDPOINTS: readonly [Endpoint, ...Endpoint[]] = [
  page(14, 'GET', '/', 'catalog', 35, 18_000),
  page(16, 'GET', '/products', 'catalog', 60, 24_000),
  page(24, 'GET', '/products/{id}', 'catalog', 45, 14_000),
  // The slow one: a full table scan.
  page(9, 'GET', '/search', 'search', 850, 21_000),
  page(9, 'POST', '/cart/items', 'cart', 70, 900, 201),
  page(8, 'GET', '/cart', 'cart', 40, 3200),
  page(2, 'DELETE', '/cart/items/{id}', 'cart', 55, 0, 204),
  page(5, 'POST', '/checkout', 'checkout', 240, 1100, 201),
  page(4, 'POST', '/login', 'accounts', 110, 600),
  page(3, 'GET', '/account/orders', 'accounts', 90, 7400),
  page(8, 'GET', '/static/shop.js', undefined, 3, 182_000),
]

function page(
  weight: number,
  method: Endpoint['method'],
  route: string,
  service: Endpoint['service'],
  typicalMs: number,
  bytes: number,
  status = 200,
): Endpoint {
  return { weight, method, route, service, typicalMs, status, bytes }
}

export const WEB_HOSTS = ['web-1', 'web-2', 'web-3', 'web-4'] as const
export const NODES = ['node-1', 'node-2', 'node-3'] as const
export const BROWSERS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/138.0 Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) AppleWebKit/605.1.15 Version/18.5 Safari/605.1.15',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148',
  'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'ShopApp/4.2 (Android 15)',
] as const
export const SEARCHED = ['wool socks', 'rain jacket', 'tea pot', 'desk lamp', 'garden chair', 'chess set'] as const
export const CUSTOMERS = 2000
export const PRODUCTS = 5000

const FIRST_NAMES = ['anna', 'ben', 'clara', 'deniz', 'elif', 'felix', 'greta', 'hugo', 'ines', 'jonas'] as const
const LAST_NAMES = ['meier', 'rossi', 'novak', 'smith', 'dubois', 'garcia', 'yilmaz', 'kowalski'] as const

/** The same name for the same customer. */
export function customerName(number: number): string {
  const first = FIRST_NAMES[number % FIRST_NAMES.length] ?? 'anna'
  const last = LAST_NAMES[Math.floor(number / FIRST_NAMES.length) % LAST_NAMES.length] ?? 'meier'
  return `${first}.${last}${Math.floor(number / (FIRST_NAMES.length * LAST_NAMES.length)) || ''}`
}
