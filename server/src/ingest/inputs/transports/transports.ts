/** The transports by name, each loaded where it runs: a thread has only the modules that its input needs. */
import type { LumberjackVersion } from '@logyard/codecs/beats/lumberjack-frames'
import type { TcpFraming } from './tcp.ts'
import type { StartTransport } from './transport.ts'
import type { UdpFraming } from './udp.ts'

/** Plain data, because it is posted to the thread of the input. */
export type TransportChoice =
  | { readonly name: 'tcp'; readonly framing: TcpFraming }
  | { readonly name: 'udp'; readonly framing: UdpFraming }
  | { readonly name: 'beats'; readonly versions: readonly LumberjackVersion[] }
  | { readonly name: PlainTransport }

export type PlainTransport = keyof typeof PLAIN

const PLAIN = {
  'gelf-http': async () => (await import('./gelf-http.ts')).gelfHttpTransport,
  'otlp-http': async () => (await import('./otlp-http.ts')).otlpHttpTransport,
  'loki-http': async () => (await import('./loki-http.ts')).lokiHttpTransport,
  'bulk-http': async () => (await import('./bulk-http.ts')).bulkHttpTransport,
  'hec-http': async () => (await import('./hec-http.ts')).hecHttpTransport,
  'otlp-grpc': async () => (await import('./grpc/otlp-grpc.ts')).otlpGrpcTransport,
  amqp: async () => (await import('./amqp/amqp.ts')).amqpTransport,
  kafka: async () => (await import('./kafka/kafka.ts')).kafkaTransport,
  poll: async () => (await import('./poll.ts')).pollTransport,
  random: async () => (await import('./random.ts')).randomTransport,
  demo: async () => (await import('./demo.ts')).demoTransport,
} satisfies Readonly<Record<string, () => Promise<StartTransport>>>

export async function loadTransport(choice: TransportChoice): Promise<StartTransport> {
  switch (choice.name) {
    case 'tcp':
      return (await import('./tcp.ts')).tcpTransport(choice.framing)
    case 'udp':
      return (await import('./udp.ts')).udpTransport(choice.framing)
    case 'beats':
      return (await import('./beats.ts')).beatsTransport(choice.versions)
    default:
      return PLAIN[choice.name]()
  }
}
