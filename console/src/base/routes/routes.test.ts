import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { RouteSpec } from './route.ts'
import { routes } from './routes.ts'

const reference: unknown = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../../contract/reference/routes.json'), 'utf8'),
)

function flatten(table: object): RouteSpec[] {
  return Object.values(table).flatMap((entry: unknown) =>
    typeof entry === 'function' && 'path' in entry && 'query' in entry
      ? [entry as unknown as RouteSpec]
      : typeof entry === 'object' && entry !== null
        ? flatten(entry)
        : [],
  )
}

/** What the reference has no address for. */
const additions = [
  '/alerts/quiet-times ',
  '/frozen ',
  '/frozen/{frozenLinkId} ',
  '/system/roles/new ',
  '/system/authentication/providers ',
  '/system/authentication/providers/new ',
  '/system/authentication/providers/{id} ',
  '/system/sidecars/connect node_id',
  '/system/diagnosis from,stream,to',
  '/system/inputs/{inputId}/diagnosis ',
  '/system/contentpacks/gallery pack',
  '/system/contentpacks/configuration ',
  '/system/contentpacks/proposals ',
  '/system/running-searches ',
  '/system/pattern-fields ',
  '/search/sql filter,from,keyword,notes,q,rangetype,relative,sql,streams,to',
  '/system/audit address,before,entity_id,entity_type,event,from_day,of,outcome,query,since,to_day,user',
]
/** Where our page can be told more in its address. */
const extended: Readonly<Record<string, string>> = {
  '/alerts stream_id': '/alerts alert,definition,filter,query,state,stream_id',
  '/alerts/definitions ': '/alerts/definitions created',
  '/alerts/definitions/new ':
    '/alerts/definitions/new comparison,field,function,group_by,query,sql,step,steps,streams,threshold,title,within',
  '/alerts/definitions/{id}/edit ': '/alerts/definitions/{id}/edit step',
  '/system/lookuptables/create ': '/system/lookuptables/create from',
  '/system/lookuptables/table/{id} ': '/system/lookuptables/table/{id} field,new_field',
  '/system/sidecars/configuration ': '/system/sidecars/configuration show',
  '/system/contentpacks/create ': '/system/contentpacks/create step',
  '/system/contentpacks/{id}/{revision}/edit ': '/system/contentpacks/{id}/{revision}/edit step',
  '/system/inputs ': '/system/inputs query',
  '/system/users ': '/system/users created',
  '/system/pipelines/rules/new ': '/system/pipelines/rules/new field,index,lookup_table,message_id,new_field,value',
  '/system/pipelines/simulate ': '/system/pipelines/simulate index,message_id',
  '/system/configurations ': '/system/configurations section',
  '/system/logging ': '/system/logging level',
  '/system/indices/failures ': '/system/indices/failures failure,input,query,reason,since',
}

/** A search can also have steps, and show the result of one that goes on in the background. */
const isSearch = (text: string) => text.includes('highlightMessage,interval')
const withOurs = (text: string) => text.replace(',interval,', ',interval,job,').replace(',streams,', ',steps,streams,')

test('the table has every reference route with its query parameters, and otherwise only our additions', () => {
  const asText = (spec: { path: string; query: readonly string[] }) =>
    `${spec.path} ${[...spec.query].sort().join(',')}`
  const known = (reference as RouteSpec[])
    .map(asText)
    .map((text) => extended[text] ?? (isSearch(text) ? withOurs(text) : text))
  const wanted = [...known, ...additions].sort()
  expect(flatten(routes).map(asText).sort()).toEqual(wanted)
})

test.each([
  { link: routes.start(), is: '/' },
  { link: routes.users.edit('local:admin'), is: '/system/users/edit/local%3Aadmin' },
  {
    link: routes.streamEdit('s1', { index: 'a_0', message_id: 'm/1' }),
    is: '/streams/s1/edit?index=a_0&message_id=m%2F1',
  },
  { link: routes.search({ q: 'a:"b c"', interval: undefined }), is: '/search?q=a%3A%22b+c%22' },
  {
    link: routes.inputs.extractorNew('i', 'n', { field: 'message' }),
    is: '/system/inputs/i/n/extractors/new?field=message',
  },
  { link: routes.contentPacks.edit('p', '2'), is: '/system/contentpacks/p/2/edit' },
  { link: routes.gettingStarted({ menu: true }), is: '/gettingstarted?menu=true' },
])('$is is built by its helper', ({ link, is }) => {
  expect(link).toBe(is)
})
