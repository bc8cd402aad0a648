/** The commands to run on a host, so that its agent finds this server. */

import { shellQuoted } from '../../../api/curl-post.ts'

export const PLATFORMS = ['debian', 'rpm', 'windows', 'container'] as const
export type Platform = (typeof PLATFORMS)[number]

interface Target {
  /** Address of the API, with a slash at its end. */
  readonly url: string
  readonly token: string
}

const REPOSITORY = 'https://packages.graylog2.org/repo/packages'
const DEB = 'graylog-sidecar-repository_1-5_all.deb'
const RPM = 'graylog-sidecar-repository-1-5.noarch.rpm'
const FILE = '/etc/graylog/sidecar/sidecar.yml'

const settings = ({ url, token }: Target): string =>
  [`server_url: ${JSON.stringify(url)}`, `server_api_token: ${JSON.stringify(token)}`].join('\n')

const writeFile = (target: Target): string =>
  [`sudo tee ${FILE} >/dev/null <<'END'`, settings(target), 'END'].join('\n')

const START = ['sudo graylog-sidecar -service install', 'sudo systemctl enable --now graylog-sidecar']

const COMMANDS: Readonly<Record<Platform, (target: Target) => readonly string[]>> = {
  debian: (target) => [
    `wget ${REPOSITORY}/${DEB}`,
    `sudo dpkg -i ${DEB}`,
    'sudo apt-get update && sudo apt-get install -y graylog-sidecar',
    writeFile(target),
    ...START,
  ],
  rpm: (target) => [
    `sudo rpm -Uvh ${REPOSITORY}/${RPM}`,
    'sudo yum install -y graylog-sidecar',
    writeFile(target),
    ...START,
  ],
  windows: ({ url, token }) => [
    `.\\graylog_sidecar_installer.exe /S -SERVERURL="${url}" -APITOKEN="${token}"`,
    "& 'C:\\Program Files\\Graylog\\sidecar\\graylog-sidecar.exe' -service install",
    "& 'C:\\Program Files\\Graylog\\sidecar\\graylog-sidecar.exe' -service start",
  ],
  container: (target) => [
    'docker run -d --name sidecar --hostname "$(hostname)" -v /var/log:/var/log:ro debian:stable sh -c \\',
    shellQuoted(
      [
        'apt-get update && apt-get install -y wget ca-certificates',
        `wget ${REPOSITORY}/${DEB} && dpkg -i ${DEB}`,
        'apt-get update && apt-get install -y graylog-sidecar',
        `printf "%s\\n" ${settings(target)
          .split('\n')
          .map((line) => `"${line.replaceAll('"', '\\"')}"`)
          .join(' ')} >${FILE}`,
        'exec graylog-sidecar',
      ].join('\n'),
    ),
  ],
}

export const installCommands = (platform: Platform, target: Target): string => COMMANDS[platform](target).join('\n')
