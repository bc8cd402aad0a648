import type { FieldValue } from './codec.ts'

/**
 * The fields of a message while a codec adds them. Senders choose the names, so `constructor` and `__proto__` must be
 * ordinary names: the object inherits nothing. Created by a class it stays fast, unlike with
 * `Object.create(null)`.
 */
export class FieldMap {
  [name: string]: FieldValue
}
Reflect.deleteProperty(FieldMap.prototype, 'constructor')
Object.setPrototypeOf(FieldMap.prototype, null)
