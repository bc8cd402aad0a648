import { expect, test } from 'vitest'
import { signRequest } from './sign-request.ts'

/** The examples of the documentation of the S3 API, with its example keys. */
const keys = {
  accessKey: 'AKIAIOSFODNN7EXAMPLE',
  secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
}
const HOST = 'https://examplebucket.s3.amazonaws.com'

test.each([
  {
    url: `${HOST}/test.txt`,
    headers: { range: 'bytes=0-9' },
    signature: 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  },
  {
    url: `${HOST}/?lifecycle`,
    headers: {},
    signature: 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  },
  {
    url: `${HOST}/?max-keys=2&prefix=J`,
    headers: {},
    signature: '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  },
])('a request for $url is signed as S3 expects', ({ url, headers, signature }) => {
  const request = { method: 'GET', url: new URL(url), headers, body: Buffer.of() }
  const { authorization } = signRequest(request, keys, new Date('2013-05-24T00:00:00Z'))
  expect(authorization).toContain(`Signature=${signature}`)
})
