import type { PendingLookup } from '../../platform/pending-lookup.ts'
import { trimmed } from '../../store/messages/message.ts'
import { isReserved, type NewValue } from '../../store/messages/set-message-field.ts'
import type { Converter, ValueConverter } from './converter.ts'
import { isPending } from './extraction.ts'

export interface NamedConverter {
  readonly type: string
  readonly converter: Converter
}

export interface ConverterFailure {
  readonly converter: string
  readonly message: string
}

/** The result of the converters for a text. */
export interface Converted {
  /** Null if the field is to be removed. */
  value: NewValue | null
  /** Further fields of the message. */
  fields: Map<string, string> | undefined
  failures: ConverterFailure[] | undefined
}

/**
 * Runs the converters in order, as long as the value is a text. One that fails leaves the value as it is. Returns the
 * lookup that the result depends on, if it is pending.
 */
export function convertValue(
  converters: readonly NamedConverter[],
  text: string,
  target: string,
): Converted | PendingLookup {
  const converted: Converted = { value: text, fields: undefined, failures: undefined }
  for (const { type, converter } of converters) {
    if (typeof converted.value !== 'string') break
    try {
      const pending =
        converter.makes === 'value'
          ? applyValue(converted, type, converter.convert(converted.value), target)
          : addFields(converted, type, converter.convert(converted.value), target)
      if (pending !== undefined) return pending
    } catch (error) {
      fail(converted, type, error instanceof Error ? error.message : String(error))
    }
  }
  return converted
}

function applyValue(
  converted: Converted,
  type: string,
  result: ReturnType<ValueConverter['convert']>,
  target: string,
): PendingLookup | undefined {
  if (typeof result === 'string') {
    // An empty text is not stored: the field keeps its value.
    const text = trimmed(result)
    if (text !== '') converted.value = text
  } else if (result === null) {
    if (!isReserved(target)) converted.value = null
  } else if (isPending(result)) return result
  else if (typeof result === 'object' && 'problem' in result) fail(converted, type, result.problem)
  else converted.value = result
  return undefined
}

function addFields(
  converted: Converted,
  type: string,
  fields: ReadonlyMap<string, string> | undefined,
  target: string,
): undefined {
  if (fields === undefined) return
  converted.fields ??= new Map()
  for (const [name, value] of fields) {
    const bareName = trimmed(name)
    if (isReserved(bareName)) fail(converted, type, `The name ${bareName} is reserved`)
    else if (bareName === target) applyValue(converted, type, value, target)
    else converted.fields.set(bareName, value)
  }
}

function fail(converted: Converted, converter: string, message: string): void {
  converted.failures ??= []
  converted.failures.push({ converter, message })
}
