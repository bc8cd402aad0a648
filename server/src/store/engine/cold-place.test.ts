import { expect, test } from 'vitest'
import { coldPlaceOf } from './cold-place.ts'

const settings = (url: string, region = '') => ({
  LOGYARD_COLD_URL: url,
  LOGYARD_COLD_KEYS: 'ACCESS:secret:with/colon',
  LOGYARD_COLD_REGION: region,
  LOGYARD_COLD_CACHE_MB: 16,
})

test('the address of the bucket tells its region, and the keys are split at the first colon', () => {
  const place = {
    endpoint: 'https://s3.eu-central-1.amazonaws.com/bucket/logs',
    region: 'eu-central-1',
    accessKey: 'ACCESS',
    secretKey: 'secret:with/colon',
    cacheBytes: 16 * 2 ** 20,
  }
  expect(coldPlaceOf(settings(place.endpoint))).toEqual(place)
  expect(coldPlaceOf(settings(place.endpoint, 'elsewhere'))).toEqual({ ...place, region: 'elsewhere' })
  expect(coldPlaceOf(settings('http://127.0.0.1:9000/bucket'))).toMatchObject({ region: 'us-east-1' })
  expect(coldPlaceOf(settings(''))).toBeUndefined()
})

test.each([
  { url: 'https://ada:secret@s3.example.org/bucket', reason: 'credentials belong in LOGYARD_COLD_KEYS' },
  { url: 'https://s3.example.org/bucket?key=secret', reason: 'credentials belong in LOGYARD_COLD_KEYS' },
  { url: 'http://s3.example.org/bucket', reason: 'use https' },
  { url: 'https://s3.example.org/', reason: 'it names no bucket' },
  { url: 'https://s3.example.org/ab', reason: 'by 3 to 63 letters' },
])('$url is refused: $reason', ({ url, reason }) => {
  expect(() => coldPlaceOf(settings(url))).toThrow(reason)
  expect(() => coldPlaceOf(settings(url))).toThrow(/^(?!.*secret)/)
})
