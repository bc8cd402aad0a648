import { join } from 'node:path'
import { below, type PackedFile, packed } from './packed-files.ts'

const SETTINGS = 'etc/logyard/logyard.env'
/** The program knows its commands; bash loads this file when they are completed first. */
const COMPLETION = 'eval "$(/usr/bin/logyard completion bash)"\n'
/** Scripts that dpkg runs, by the time when. */
const SCRIPTS = ['postinst', 'prerm', 'postrm']

/** Where the parts of a Debian package go, and its scripts. `product` is what the archive contains. */
export function debianFiles(root: string, product: readonly PackedFile[]) {
  const folder = join(root, 'packaging', 'debian')
  const files: readonly PackedFile[] = [
    ...below('usr/lib/logyard', product),
    { ...packed(join(folder, 'logyard.sh'), 'usr/bin/logyard'), isProgram: true },
    { path: 'usr/share/bash-completion/completions/logyard', text: COMPLETION },
    packed(join(folder, 'logyard.service'), 'usr/lib/systemd/system/logyard.service'),
    packed(join(folder, 'logyard.env'), SETTINGS),
    { path: 'usr/share/doc/logyard/copyright', link: '../../../lib/logyard/LICENCES.txt' },
  ]
  const scripts: readonly PackedFile[] = [
    { path: 'conffiles', text: `/${SETTINGS}\n` },
    ...SCRIPTS.map((name) => ({ ...packed(join(folder, name), name), isProgram: true })),
  ]
  return { files, scripts }
}
