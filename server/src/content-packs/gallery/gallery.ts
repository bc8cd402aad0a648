/** The packs that come with Logyard. They become content packs of the system when a user adds them. */
import type { ContentPack } from '@logyard/contract/content-packs/content-packs'
import type { PackSend } from '@logyard/contract/content-packs/gallery'
import type { PackFile } from './pack-file.ts'
import { readGalleryPack } from './read-gallery-pack.ts'
import { type Recognition, readRecognition } from './recognition/recognition.ts'

export interface GalleryEntry {
  /** Name in paths, and the value of the field `log_source`. */
  readonly name: string
  readonly category: PackFile['category']
  readonly recognition: Recognition
  readonly pack: ContentPack
  readonly sends: readonly PackSend[]
}

/** The folders of the packs, in the order in which they are listed. */
const NAMES = [
  ...['linux', 'windows', 'nginx', 'apache', 'web-access', 'haproxy', 'postgresql', 'docker', 'kubernetes'],
  ...['fortigate', 'cisco-asa', 'pfsense', 'mikrotik', 'unifi', 'postfix'],
]

export const readGallery = (): Promise<readonly GalleryEntry[]> => Promise.all(NAMES.map(readEntry))

async function readEntry(name: string): Promise<GalleryEntry> {
  const { file, pack, sends } = await readGalleryPack(name)
  return { name, category: file.category, recognition: readRecognition(file.recognition), pack, sends }
}
