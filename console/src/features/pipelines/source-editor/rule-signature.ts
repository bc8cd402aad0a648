import type { FunctionDescriptor } from '@logyard/contract/pipelines/rule-functions'

/** The text behind the last dot of a class name. */
export const shortType = (type: string): string =>
  type.slice(Math.max(type.lastIndexOf('.'), type.lastIndexOf('$')) + 1)

/** `concat(first, second, [separator]) : String` */
export function signatureOf({ name, params, return_type: returns }: FunctionDescriptor): string {
  const list = params.map((param) => (param.optional ? `[${param.name}]` : param.name)).join(', ')
  return `${name}(${list}) : ${shortType(returns)}`
}
