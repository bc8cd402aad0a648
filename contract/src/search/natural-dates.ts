/** Tests a time range in natural language. */
import { Type } from 'typebox'
import { ApiError, BeanValidationErrors } from '../http/envelope.ts'
import { inArea, signedIn } from '../http/operation.ts'

const utc = Type.String({ description: 'yyyy-MM-dd HH:mm:ss in UTC' })

const { get } = inArea('tools')

export const testNaturalDate = get('/tools/natural_date_tester', {
  id: 'tools.natural_date',
  summary: 'Resolve a time range in words to instants',
  access: signedIn,
  query: Type.Object({ string: Type.String({ minLength: 1, description: '`last 5 minutes`' }) }),
  answers: {
    200: Type.Object({ from: utc, to: utc }, { title: 'NaturalDate' }),
    400: BeanValidationErrors,
    422: ApiError,
  },
})
