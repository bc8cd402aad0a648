/** A server whose certificate is signed by an authority that the system does not know. */
import { createServer } from 'node:https'
import { expect, onTestFinished, test } from 'vitest'
import { testCertificates } from '../../../server/src/ingest/inputs/testing/certificates.ts'
import { createTerminal } from '../testing/run-terminal.ts'

test('the certificate of a server is checked, by the authority that the user names', async () => {
  await using terminal = await createTerminal({ LOGYARD_TOKEN: 'a token' })
  const { server, files } = await testCertificates(terminal.home)
  const requests: (string | undefined)[] = []
  const refusing = createServer({ key: server.key, cert: server.certificate }, (request, response) => {
    requests.push(request.headers.authorization)
    response.writeHead(400, { 'content-type': 'application/json' }).end('{"message":"reached \\u001b[31m"}')
  })
  await new Promise<void>((resolve) => refusing.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void refusing.close())
  const LOGYARD_URL = `https://localhost:${Object(refusing.address()).port}/`
  const user = terminal.with({ LOGYARD_URL })
  const unknown = await user.run('search')
  expect(unknown).toMatchObject({
    code: 2,
    errors: expect.stringContaining('name the file with that of yours by --ca'),
  })
  expect(requests).toEqual([])
  const trusting = [
    user.run('search', '--ca', files.authority),
    terminal.with({ LOGYARD_URL, LOGYARD_CA: files.authority }).run('search'),
    terminal.with({ LOGYARD_URL, NODE_EXTRA_CA_CERTS: files.authority }).run('search'),
  ]
  for (const { code, errors } of await Promise.all(trusting)) {
    expect(code).toBe(2)
    // Texts of the server are harmless for a terminal, too.
    expect(errors).toBe('logyard: reached \\u{1b}[31m\n')
  }
})
