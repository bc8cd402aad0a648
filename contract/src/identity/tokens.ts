import { type Static, Type } from 'typebox'
import { long } from '../http/bounds.ts'
import { ApiError, IsoInstant, nullable } from '../http/envelope.ts'
import { ignoresUnknown } from '../http/open-parts.ts'
import { inArea, NoBody, ownerDecides } from '../http/operation.ts'

export const Token = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    token: Type.String({
      description:
        'The value when it is created, and for ten minutes in lists for its creator; else only the last four characters',
    }),
    last_access: Type.Union([IsoInstant], { description: '1970-01-01T00:00:00.000Z until it is first used' }),
    created_at: IsoInstant,
    expires_at: nullable(IsoInstant),
  },
  { title: 'Token' },
)
export type Token = Static<typeof Token>

export const TokenList = Type.Object({ tokens: Type.Array(Token) }, { title: 'TokenList' })
export type TokenList = Static<typeof TokenList>

/** At most one of the two; without either the token stays until it is deleted. Other keys are ignored. */
export const TokenCreate = Type.Object(
  {
    expires_in_ms: Type.Optional(nullable(long({ minimum: 1 }))),
    expires_at: Type.Optional(nullable(IsoInstant)),
  },
  { title: 'TokenCreate', ...ignoresUnknown },
)
export type TokenCreate = Static<typeof TokenCreate>

const { get, post, del } = inArea('identity')

export const listTokens = get('/users/{userId}/tokens', {
  id: 'tokens.list',
  summary: "A user's access tokens",
  access: ownerDecides('users:tokenlist:<username>'),
  answers: { 200: TokenList, 403: ApiError, 404: ApiError },
})

export const createToken = post('/users/{userId}/tokens/{name}', {
  id: 'tokens.create',
  summary: 'Create an access token; only this response contains its value',
  access: ownerDecides('users:tokencreate:<username>'),
  audit: 'token:create',
  created: 'id',
  body: TokenCreate,
  bodyOptional: true,
  answers: { 200: Token, 403: ApiError, 404: ApiError },
})

export const deleteToken = del('/users/{userId}/tokens/{idOrToken}', {
  id: 'tokens.delete',
  summary: 'Delete an access token by its id or its value',
  access: ownerDecides('users:tokenremove:<username>'),
  audit: 'token:delete',
  secretParams: ['idOrToken'],
  answers: { 204: NoBody, 403: ApiError, 404: ApiError },
})
