/** Values of a request that the Graylog API has as primitives: left out, `null` and empty they are `false` or 0. */
import { type TNumberOptions, type TSchemaOptions, Type } from 'typebox'
import { int, long } from './bounds.ts'

/** The default marks them. The server puts it in before it checks a body, so a required one may be left out, too. */
export const primitiveBoolean = (options: TSchemaOptions = {}) => Type.Boolean({ ...options, default: false })
export const primitiveInt = (options: TNumberOptions = {}) => int({ ...options, default: 0 })
export const primitiveLong = (options: TNumberOptions = {}) => long({ ...options, default: 0 })
