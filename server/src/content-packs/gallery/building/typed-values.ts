/** The typed values that the data of entities have. */

type TypedValue = { readonly '@type': 'string' | 'boolean' | 'integer' | 'parameter'; readonly '@value': unknown }

export const string = (value: string): TypedValue => ({ '@type': 'string', '@value': value })
export const boolean = (value: boolean): TypedValue => ({ '@type': 'boolean', '@value': value })
export const integer = (value: number): TypedValue => ({ '@type': 'integer', '@value': value })
/** The value of a parameter of the pack. */
export const parameter = (name: string): TypedValue => ({ '@type': 'parameter', '@value': name })
