/** An event as Filebeat 8 writes it for a line of a web server's log. */
export function filebeatEvent(number: number): Record<string, unknown> {
  return {
    '@timestamp': '2026-06-15T09:59:58.123Z',
    '@metadata': { beat: 'filebeat', type: '_doc', version: '8.19.3' },
    message: `request ${number} answered in 12 ms`,
    log: { offset: number * 100, file: { path: '/var/log/app/web.log', device_id: '64768', inode: '1835012' } },
    input: { type: 'filestream' },
    tags: ['web', 'prod'],
    fields: { service: 'shop', tier: 2 },
    ecs: { version: '8.0.0' },
    host: {
      name: 'web-1',
      hostname: 'web-1',
      architecture: 'x86_64',
      os: { type: 'linux', platform: 'debian', version: '13 (trixie)', family: 'debian' },
      ip: ['10.0.0.4', 'fe80::1'],
      containerized: false,
    },
    agent: { type: 'filebeat', version: '8.19.3', name: 'web-1', id: '6f6b2f0f-3c25-4d0e-9a7e-3a9b0d0d2b11' },
  }
}

export const filebeatPayload = (number: number): Buffer => Buffer.from(JSON.stringify(filebeatEvent(number)))
