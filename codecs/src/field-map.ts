import type { FieldValue } from './codec.ts'

/**
 * The fields of a message while a codec fills them: names are the sender's, so `constructor` and `__proto__` must be
 * names like any other. An object without inherited names does that; one made by a class stays fast, which
 * `Object.create(null)` does not.
 */
export class FieldMap {
  [name: string]: FieldValue
}
Reflect.deleteProperty(FieldMap.prototype, 'constructor')
Object.setPrototypeOf(FieldMap.prototype, null)
