{{- define "logyard.name" -}}
{{- if contains "logyard" .Release.Name }}{{ .Release.Name | trunc 50 | trimSuffix "-" }}{{ else }}{{ printf "%s-logyard" .Release.Name | trunc 50 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "logyard.selector" -}}
app.kubernetes.io/name: logyard
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "logyard.labels" -}}
{{ include "logyard.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- define "logyard.prefix" -}}
{{ get .Values.settings "LOGYARD_PREFIX" | default "" | toString | trimSuffix "/" }}
{{- end }}
