/** The functions that rules can call, with their documentation. */
import { type Static, Type } from 'typebox'
import { nullable } from '../http/envelope.ts'
import { inArea, signedIn } from '../http/operation.ts'

const typeOf = (description: string) => Type.String({ description: `${description}: the name of a Java class` })

export const FunctionParam = Type.Object(
  {
    type: typeOf('Accepted values'),
    transformed_type: typeOf('The value that the function works with'),
    name: Type.String(),
    optional: Type.Boolean(),
    description: nullable(Type.String()),
  },
  { title: 'FunctionParam' },
)

export const FunctionDescriptor = Type.Object(
  {
    name: Type.String(),
    pure: Type.Boolean(),
    return_type: typeOf('The result of a call'),
    params: Type.Array(FunctionParam, { description: 'In positional order' }),
    description: nullable(Type.String()),
    example: Type.Object(
      { source: Type.String(), result: Type.String() },
      { description: 'Logyard only: an expression or statements, and what they give' },
    ),
    deprecated: nullable(
      Type.String({ description: 'Logyard only: what to use instead; null if the function is not deprecated' }),
    ),
  },
  { title: 'FunctionDescriptor' },
)
export type FunctionDescriptor = Static<typeof FunctionDescriptor>

const { get } = inArea('rules')

export const listRuleFunctions = get('/system/pipelines/rule/functions', {
  id: 'rules.functions',
  summary: 'All functions that rules can call, by name',
  access: signedIn,
  answers: { 200: Type.Array(FunctionDescriptor) },
})
