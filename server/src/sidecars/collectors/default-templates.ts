/** The templates that new configurations of the default collectors start with. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: templates have this form

const BEATS_IDENTITY = `# Tells Logyard which sidecar sent a message.
fields_under_root: true
fields.collector_node_id: \${sidecar.nodeName}
fields.gl2_source_collector: \${sidecar.nodeId}
`

const BEATS_OUTPUT = `# Replace the address by that of a Beats input.
output.logstash:
  hosts: ["192.168.1.1:5044"]
`

export const FILEBEAT_LINUX = `${BEATS_IDENTITY}
filebeat.inputs:
- type: log
  paths:
    - /var/log/*.log

${BEATS_OUTPUT}
path:
  data: /var/lib/graylog-sidecar/collectors/filebeat/data
  logs: /var/lib/graylog-sidecar/collectors/filebeat/log
`

export const FILEBEAT_WINDOWS = `${BEATS_IDENTITY}
filebeat.inputs:
- type: log
  enabled: true
  paths:
    - C:\\logs\\log.log

tags:
  - windows

${BEATS_OUTPUT}
path:
  data: C:\\Program Files\\Graylog\\sidecar\\cache\\filebeat\\data
  logs: C:\\Program Files\\Graylog\\sidecar\\logs
`

export const WINLOGBEAT = `${BEATS_IDENTITY}
winlogbeat.event_logs:
  - name: Application
  - name: System
  - name: Security

tags:
  - windows

${BEATS_OUTPUT}
path:
  data: C:\\Program Files\\Graylog\\sidecar\\cache\\winlogbeat\\data
  logs: C:\\Program Files\\Graylog\\sidecar\\logs
`

const NXLOG_OUTPUT = `# Replace the address by that of a GELF TCP input.
<Output gelf>
    Module      om_tcp
    Host        192.168.1.1
    Port        12201
    OutputType  GELF_TCP
    <Exec>
        # Tells Logyard which sidecar sent a message.
        $gl2_source_collector = '\${sidecar.nodeId}';
        $collector_node_id = '\${sidecar.nodeName}';
    </Exec>
</Output>
`

export const NXLOG_LINUX = `User  nxlog
Group nxlog

Moduledir /usr/lib/nxlog/modules
CacheDir  /var/spool/nxlog/data
PidFile   /var/run/nxlog/nxlog.pid
LogFile   /var/log/nxlog/nxlog.log
LogLevel  INFO

<Extension gelf>
    Module              xm_gelf
    ShortMessageLength  65536
</Extension>

<Extension syslog>
    Module  xm_syslog
</Extension>

<Input file>
    Module        im_file
    File          '/var/log/*.log'
    PollInterval  1
    SavePos       True
    ReadFromLast  True
    Recursive     False
    RenameCheck   False
    # The name of the file that the line was read from.
    Exec          $FileName = file_name();
</Input>

#<Input syslog-udp>
#    Module  im_udp
#    Host    127.0.0.1
#    Port    514
#    Exec    parse_syslog_bsd();
#</Input>

${NXLOG_OUTPUT}
<Route file-to-gelf>
    Path  file => gelf
</Route>

#<Route syslog-to-gelf>
#    Path  syslog-udp => gelf
#</Route>
`

export const NXLOG_WINDOWS = `define ROOT C:\\Program Files (x86)\\nxlog

Moduledir %ROOT%\\modules
CacheDir  %ROOT%\\data
Pidfile   %ROOT%\\data\\nxlog.pid
SpoolDir  %ROOT%\\data
LogFile   %ROOT%\\data\\nxlog.log
LogLevel  INFO

<Extension logrotate>
    Module  xm_fileop
    <Schedule>
        When  @daily
        Exec  file_cycle('%ROOT%\\data\\nxlog.log', 7);
    </Schedule>
</Extension>

<Extension gelf>
    Module              xm_gelf
    ShortMessageLength  65536
</Extension>

<Input eventlog>
    Module        im_msvistalog
    PollInterval  1
    SavePos       True
    ReadFromLast  True
</Input>

<Input file>
    Module        im_file
    File          'C:\\Windows\\MyLogDir\\\\*.log'
    PollInterval  1
    SavePos       True
    ReadFromLast  True
    Recursive     False
    RenameCheck   False
    # The name of the file that the line was read from.
    Exec          $FileName = file_name();
</Input>

${NXLOG_OUTPUT}
<Route eventlog-to-gelf>
    Path  eventlog => gelf
</Route>

<Route file-to-gelf>
    Path  file => gelf
</Route>
`
