import { createHash, createHmac, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** A store of objects with the part of the S3 API that backups and cold storage use. The path of a key is `/bucket/key`. */
export interface ObjectStore extends AsyncDisposable {
  readonly url: string
  readonly objects: ReadonlyMap<string, Buffer>
  /** Method, path and `Authorization` header of each request. */
  readonly requests: readonly string[]
  /** Changes a byte of the object. */
  change(path: string): void
  /** What happens to requests from now on; the first state is `here`. */
  become(state: StoreState): void
}

/** Connections of a store that is gone are closed; one that hangs never responds; a full one refuses what is written. */
export type StoreState = 'here' | 'gone' | 'hangs' | 'full'

/** Small, so that lists have several pages. */
const PAGE = 3

interface Keys {
  readonly accessKey: string
  readonly secretKey: string
}

interface Held {
  readonly objects: Map<string, Buffer>
  /** Parts by number, of uploads that are not complete, by id. */
  readonly uploads: Map<string, Map<number, Buffer>>
}

/** Refuses requests that are not signed with the keys. */
export async function startObjectStore(keys: Keys): Promise<ObjectStore> {
  const held: Held = { objects: new Map(), uploads: new Map() }
  const requests: string[] = []
  let state: StoreState = 'here'
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url} ${request.headers.authorization}`)
    if (state === 'gone') request.socket.destroy()
    else if (state === 'full' && request.method === 'PUT') refuse(response, 507, 'InsufficientStorage')
    else if (state !== 'hangs')
      void (isSigned(request, keys) ? serve(held, request, response) : refuse(response, 403, 'AccessDenied'))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the server has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    objects: held.objects,
    requests,
    change(path) {
      const bytes = held.objects.get(path)
      bytes?.writeUInt8(bytes.readUInt8(0) ^ 0xff)
    },
    become(next) {
      state = next
      if (next !== 'here') server.closeAllConnections()
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const digest = (text: string) => createHash('sha256').update(text).digest('hex')
const sign = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** Version 4 of the signatures, from what arrived. */
function isSigned({ method, url = '', headers }: IncomingMessage, { accessKey, secretKey }: Keys): boolean {
  const stated = /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=(\w+)$/
  const [, key, scope = '', names = '', signature] = stated.exec(headers.authorization ?? '') ?? []
  const [path = '', query = ''] = url.split('?')
  const values = query.split('&').filter((pair) => pair !== '')
  const signed = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`)
  const canonical = [
    ...[
      method,
      path,
      values
        .map((pair) => (pair.includes('=') ? pair : `${pair}=`))
        .toSorted()
        .join('&'),
    ],
    ...[signed.join(''), names, headers['x-amz-content-sha256']],
  ]
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, digest(canonical.join('\n'))].join('\n')
  const signingKey = scope.split('/').reduce<string | Buffer>((last, part) => sign(last, part), `AWS4${secretKey}`)
  return key === accessKey && sign(signingKey, text).toString('hex') === signature
}

async function serve(held: Held, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '', 'http://store')
  const path = decodeURIComponent(url.pathname)
  const body = await buffer(request)
  const { objects } = held
  if (url.searchParams.has('uploads') || url.searchParams.has('uploadId'))
    upload(held, path, url, request, body, response)
  else if (request.method === 'POST' && url.searchParams.has('delete')) deleteAll(objects, path, body, response)
  else if (request.method === 'PUT') {
    objects.set(path, copied(objects, request) ?? body)
    answer(
      response,
      request.headers['x-amz-copy-source'] === undefined ? '' : '<CopyObjectResult><ETag>"1"</ETag></CopyObjectResult>',
    )
  } else if (request.method === 'DELETE') {
    objects.delete(path)
    response.writeHead(204).end()
  } else if (url.searchParams.has('list-type')) list(objects, path, url.searchParams, response)
  else sendObject(objects.get(path), request, response)
}

/** The object that a request names as its source. */
function copied(objects: Map<string, Buffer>, { headers }: IncomingMessage): Buffer | undefined {
  const source = headers['x-amz-copy-source']
  return typeof source === 'string' ? objects.get(`/${decodeURIComponent(source).replace(/^\//, '')}`) : undefined
}

/** Objects that arrive in parts. */
function upload(
  held: Held,
  path: string,
  url: URL,
  request: IncomingMessage,
  body: Buffer,
  response: ServerResponse,
): void {
  const id = url.searchParams.get('uploadId')
  if (id === null) {
    const fresh = randomBytes(8).toString('hex')
    held.uploads.set(fresh, new Map())
    answer(response, `<InitiateMultipartUploadResult><UploadId>${fresh}</UploadId></InitiateMultipartUploadResult>`)
    return
  }
  const parts = held.uploads.get(id)
  if (parts === undefined) {
    refuse(response, 404, 'NoSuchUpload')
    return
  }
  if (request.method === 'PUT') {
    parts.set(Number(url.searchParams.get('partNumber')), copied(held.objects, request) ?? body)
    answer(response, '')
    return
  }
  held.uploads.delete(id)
  if (request.method === 'DELETE') {
    response.writeHead(204).end()
    return
  }
  held.objects.set(path, Buffer.concat([...parts].sort(([a], [b]) => a - b).map(([, bytes]) => bytes)))
  answer(response, '<CompleteMultipartUploadResult><ETag>"1"</ETag></CompleteMultipartUploadResult>')
}

function deleteAll(objects: Map<string, Buffer>, bucket: string, body: Buffer, response: ServerResponse): void {
  const start = `${bucket.replace(/\/$/, '')}/`
  for (const [, key] of body.toString().matchAll(/<Key>([^<]*)<\/Key>/g)) objects.delete(start + key)
  answer(response, '<DeleteResult/>')
}

function list(objects: Map<string, Buffer>, bucket: string, query: URLSearchParams, response: ServerResponse): void {
  const start = `${bucket.replace(/\/$/, '')}/`
  const prefix = query.get('prefix') ?? ''
  const after = query.get('continuation-token') ?? ''
  const keys = [...objects.keys()]
    .filter((path) => path.startsWith(start + prefix))
    .map((path) => path.slice(start.length))
    .sort()
    .filter((key) => key > after)
  const page = keys.slice(0, PAGE)
  const contents = page.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('')
  const next = keys.length > PAGE ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
  answer(response, `<ListBucketResult><IsTruncated>${next !== ''}</IsTruncated>${next}${contents}</ListBucketResult>`)
}

function sendObject(bytes: Buffer | undefined, { method, headers }: IncomingMessage, response: ServerResponse): void {
  if (bytes === undefined) {
    refuse(response, 404, 'NoSuchKey')
    return
  }
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? []
  const first = Number(from ?? 0)
  const last = to === undefined || to === '' ? bytes.length - 1 : Math.min(Number(to), bytes.length - 1)
  const part = bytes.subarray(first, last + 1)
  response.writeHead(from === undefined ? 200 : 206, {
    'Content-Length': part.length,
    'Last-Modified': 'Thu, 01 Jan 2026 00:00:00 GMT',
    ETag: '"1"',
    ...(from !== undefined && { 'Content-Range': `bytes ${first}-${last}/${bytes.length}` }),
  })
  response.end(method === 'HEAD' ? undefined : part)
}

const answer = (response: ServerResponse, xml: string) =>
  response.writeHead(200, { ...(xml !== '' && { 'Content-Type': 'application/xml' }), ETag: '"1"' }).end(xml)

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'Content-Type': 'application/xml' }).end(`<Error><Code>${code}</Code></Error>`)
}
