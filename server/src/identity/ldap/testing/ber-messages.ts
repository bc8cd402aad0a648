/** Requests and answers of LDAP as bytes, for the directory of the tests. */
import { BerReader, BerWriter, type Filter, FilterParser, ProtocolOperation } from 'ldapts'

export type LdapRequest =
  | { readonly kind: 'bind'; readonly id: number; readonly name: string; readonly password: string }
  | {
      readonly kind: 'search'
      readonly id: number
      readonly base: string
      readonly sizeLimit: number
      readonly filter: Filter
    }
  | { readonly kind: 'start-tls'; readonly id: number }
  | { readonly kind: 'unbind'; readonly id: number }

export type AttributeValues = Readonly<Record<string, string | Buffer | readonly string[]>>

/** The requests of the bytes, and the rest that is not a whole one yet. */
export function readRequests(bytes: Buffer): { readonly requests: readonly LdapRequest[]; readonly rest: Buffer } {
  const requests: LdapRequest[] = []
  let rest = bytes
  for (;;) {
    const reader = new BerReader(rest)
    if (reader.readSequence() === null || reader.remain < reader.length) return { requests, rest }
    const end = reader.offset + reader.length
    requests.push(readRequest(reader))
    rest = rest.subarray(end)
  }
}

function readRequest(reader: BerReader): LdapRequest {
  const id = reader.readInt() ?? 0
  const operation = reader.readSequence()
  switch (operation) {
    case ProtocolOperation.LDAP_REQ_BIND: {
      reader.readInt()
      const name = reader.readString() ?? ''
      return { kind: 'bind', id, name, password: reader.readString(0x80) ?? '' }
    }
    case ProtocolOperation.LDAP_REQ_SEARCH: {
      const base = reader.readString() ?? ''
      reader.readEnumeration()
      reader.readEnumeration()
      const sizeLimit = reader.readInt() ?? 0
      reader.readInt()
      reader.readBoolean()
      return { kind: 'search', id, base, sizeLimit, filter: FilterParser.parse(reader) }
    }
    case ProtocolOperation.LDAP_REQ_EXTENSION:
      return { kind: 'start-tls', id }
    default:
      return { kind: 'unbind', id }
  }
}

export function resultMessage(id: number, operation: number, code: number, text = ''): Buffer {
  return message(id, operation, (writer) => {
    writer.writeEnumeration(code)
    writer.writeString('')
    writer.writeString(text)
  })
}

export function entryMessage(id: number, dn: string, attributes: AttributeValues): Buffer {
  return message(id, ProtocolOperation.LDAP_RES_SEARCH_ENTRY, (writer) => {
    writer.writeString(dn)
    writer.startSequence()
    for (const [name, value] of Object.entries(attributes)) {
      writer.startSequence()
      writer.writeString(name)
      writer.startSequence(ProtocolOperation.LBER_SET)
      for (const one of Buffer.isBuffer(value) || typeof value === 'string' ? [value] : value) {
        if (typeof one === 'string') writer.writeString(one)
        else writer.writeBuffer(one, 4)
      }
      writer.endSequence()
      writer.endSequence()
    }
    writer.endSequence()
  })
}

/** Active Directory ends searches of a whole domain with references to its other partitions. */
export const referenceMessage = (id: number, url: string): Buffer =>
  message(id, ProtocolOperation.LDAP_RES_SEARCH_REF, (writer) => writer.writeString(url))

function message(id: number, operation: number, write: (writer: BerWriter) => void): Buffer {
  const writer = new BerWriter()
  writer.startSequence()
  writer.writeInt(id)
  writer.startSequence(operation)
  write(writer)
  writer.endSequence()
  writer.endSequence()
  return writer.buffer
}
