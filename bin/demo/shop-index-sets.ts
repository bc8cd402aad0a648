/** Index sets of the shop's streams, because configuration as text has none. */
export interface ShopIndexSet {
  readonly title: string
  readonly description: string
  readonly prefix: string
  /** Each index covers one day. */
  readonly keptDays: number
}

export const SHOP_INDEX_SET: ShopIndexSet = {
  title: 'Shop',
  description: 'Logs of the shop, retained for two weeks',
  prefix: 'shop',
  keptDays: 14,
}
export const SECURITY_INDEX_SET: ShopIndexSet = {
  title: 'Security',
  description: 'Sign-ins and firewall, retained for three months',
  prefix: 'security',
  keptDays: 90,
}

/** Index set by the title of the stream. */
export const indexSetOf = (stream: string): ShopIndexSet =>
  ['Sign-ins', 'Firewall'].includes(stream) ? SECURITY_INDEX_SET : SHOP_INDEX_SET
