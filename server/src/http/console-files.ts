import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { accepts } from './accepts.ts'
import { appConfigScript } from './app-config.ts'
import { RequestRefused } from './status-answers.ts'

export interface ConsoleFilesDeps {
  /** The folder of the built console. */
  readonly folder: string
  /** Without a slash at the end. */
  readonly prefix: string
  readonly externalUrl: string
  readonly rootTimeZone: string
}

/** A page of the console, its links below the prefix. */
export interface ConsolePage {
  send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>
}

/** Placeholder for the base path in the built HTML. */
const BASE_MARK = '/__LOGYARD_BASE__/'

/** The console's files, for other parts of the server. */
export type ConsoleFiles = Awaited<ReturnType<typeof addConsoleFiles>>

/** The console on every path that is not the API's: its files, and its first page for every other path. */
export async function addConsoleFiles(app: FastifyInstance, deps: ConsoleFilesDeps) {
  const index = consolePage(deps, 'index.html')
  app.get(`${deps.prefix}/config.js`, (request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('vary', 'X-Graylog-Server-URL')
      .send(appConfigScript(request, deps)),
  )
  app.get(`${deps.prefix}/`, (request, reply) => index.send(request, reply))
  if (deps.prefix !== '') app.get('/', (_request, reply) => reply.redirect(`${deps.prefix}/`, 307))
  app.setNotFoundHandler((request, reply) => {
    if (!isPageAsked(request, deps.prefix)) throw new RequestRefused(404, 'path-unknown')
    return index.send(request, reply)
  })
  await addStaticFiles(app, deps)
  return {
    /** An HTML file of the built console. */
    page: (file: string) => consolePage(deps, file),
    /** Any other file of the built console; 404 if it does not exist. */
    sendFile(reply: FastifyReply, path: string) {
      if (!existsSync(deps.folder)) throw new RequestRefused(404, 'console-not-built')
      return reply.sendFile(path)
    },
  }
}

/** No segment begins with a dot. */
const FILE_PATH = /^(?:[\w-][\w.-]*\/)*[\w-][\w.-]*$/

async function addStaticFiles(app: FastifyInstance, { folder, prefix }: ConsoleFilesDeps): Promise<void> {
  const namedByContent = join(folder, 'assets/')
  await app.register(fastifyStatic, {
    root: folder,
    // The console may be built or rebuilt later.
    suppressWarning: true,
    // Its own route lists the folder for each file, to find names in other letter case, which takes most of the time.
    serve: false,
    preCompressed: true,
    dotfiles: 'ignore',
    cacheControl: false,
    setHeaders: (reply, path) => {
      const isForever = path.startsWith(namedByContent)
      reply.header('cache-control', isForever ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.get<{ Params: { readonly '*': string } }>(`${prefix}/*`, ({ params: { '*': path } }, reply) =>
    // Pages need their links rewritten, which `consolePage` does.
    FILE_PATH.test(path) && !path.endsWith('.html') ? reply.sendFile(path) : reply.callNotFound(),
  )
}

interface PageText {
  /** Which file it was, and when it was written: files of two builds may have the same time. */
  readonly version: string
  readonly html: string
  readonly etag: string
}

/**
 * Reads the page at the first request and after each rebuild, because an older page names assets that no longer exist.
 * The API works without a built console.
 */
function consolePage(deps: Pick<ConsoleFilesDeps, 'folder' | 'prefix'>, file: string): ConsolePage {
  const path = join(deps.folder, file)
  let latest: PageText | undefined
  async function read(): Promise<PageText | undefined> {
    try {
      const { ino, mtimeMs } = await stat(path)
      const version = `${ino} ${mtimeMs}`
      if (latest?.version === version) return latest
      const html = (await readFile(path, 'utf8')).replaceAll(BASE_MARK, `${deps.prefix}/`)
      const etag = `"${createHash('sha256').update(html).digest('base64url').slice(0, 27)}"`
      latest = { version, html, etag }
    } catch (error) {
      // Not built, or being replaced right now: fall back to the previous page.
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    }
    return latest
  }
  return {
    async send(request, reply) {
      const page = await read()
      if (page === undefined) throw new RequestRefused(404, 'console-not-built')
      reply.header('cache-control', 'no-cache').header('etag', page.etag)
      if (request.headers['if-none-match'] === page.etag) return reply.code(304).send()
      return reply.code(200).type('text/html; charset=utf-8').send(page.html)
    },
  }
}

function isPageAsked(request: FastifyRequest, prefix: string): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false
  // A tab with an older console requests an asset that no longer exists: an HTML page would break it.
  if (request.url.startsWith(`${prefix}/assets/`)) return false
  return request.url.startsWith(`${prefix}/`) && accepts(request.headers.accept ?? '', 'text/html')
}
