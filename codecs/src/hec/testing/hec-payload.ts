/** A request of a forwarder: concatenated events. */
export function hecPayload(events: number): Uint8Array {
  const bodies = Array.from({ length: events }, (_, index) =>
    JSON.stringify({
      time: 1_781_517_598.123,
      host: 'web-1',
      source: '/var/log/app/web.log',
      sourcetype: 'access_json',
      index: 'main',
      event: { message: `request ${index} answered`, method: 'GET', path: `/items/${index}`, status: 200 },
      fields: { region: 'eu', duration: index / 7 },
    }),
  )
  return Buffer.from(bodies.join('\n'))
}
