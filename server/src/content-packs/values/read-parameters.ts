/** The values of parameters in a request for an installation. */
import type { PackParameter } from '@logyard/contract/content-packs/content-packs'
import type { ValueReference } from '@logyard/contract/content-packs/model-types'
import { typeOfReference } from '../../entities/codecs/codec.ts'
import { fitsType } from '../../entities/codecs/scalar-codecs.ts'
import { parametersInvalid, parametersMissing } from '../content-pack-errors.ts'

/** Every declared parameter needs a value of its type; defaults are for forms. */
export function readParameters(
  declared: readonly PackParameter[],
  given: Readonly<Record<string, ValueReference>>,
): ReadonlyMap<string, ValueReference> {
  const byName = new Map(declared.map((parameter) => [parameter.name, parameter]))
  const missing = [...byName.keys()].filter((name) => !Object.hasOwn(given, name))
  if (missing.length > 0) throw parametersMissing(missing)
  const invalid = Object.entries(given).filter(([name, value]) => !isOfType(value, byName.get(name)?.type))
  if (invalid.length > 0) throw parametersInvalid(invalid.map(([name]) => name))
  return new Map(Object.entries(given))
}

function isOfType(value: ValueReference, type: PackParameter['type'] | undefined): boolean {
  return typeOfReference(value) === type && fitsType(value['@value'], type)
}
