/** A stream of `count` ServiceAccounts, each with a two-container Deployment that uses it: about 1.85 KB a pair. */
export function deploymentStream(count: number): string {
  return Array.from({ length: count }, (_, index) => pair(index)).join("");
}

/** A stream of `count` objects that hold no Pods: ConfigMaps with some text, about 1 KB each. */
export function podlessStream(count: number): string {
  return Array.from({ length: count }, (_, index) => configMap(index)).join("");
}

function pair(index: number): string {
  return `---
# Source: shop/templates/serviceaccount.yaml
apiVersion: v1
kind: ServiceAccount
metadata:
  name: orders-${index}
  namespace: shop
  annotations:
    eks.amazonaws.com/role-arn: arn:aws:iam::111122223333:role/orders-${index}
---
# Source: shop/templates/deployment.yaml
apiVersion: apps/v1
kind: Deployment
metadata:
  name: orders-${index}
  namespace: shop
  labels:
    app.kubernetes.io/name: orders
    app.kubernetes.io/instance: orders-${index}
spec:
  replicas: 2
  selector:
    matchLabels:
      app.kubernetes.io/instance: orders-${index}
  template:
    metadata:
      labels:
        app.kubernetes.io/name: orders
        app.kubernetes.io/instance: orders-${index}
    spec:
      serviceAccountName: orders-${index}
      securityContext:
        runAsNonRoot: true
      containers:
        - name: app
          image: "registry.example.com/shop/orders:1.4.${index}"
          args: ["--config=/etc/orders/config.yaml", "--log-level=info"]
          ports:
            - name: http
              containerPort: 8080
              protocol: TCP
          env:
            - name: DATABASE_HOST
              value: orders-db.shop.svc # the primary
            - name: DATABASE_PASSWORD
              valueFrom:
                secretKeyRef:
                  name: orders-db
                  key: password
          resources:
            limits: {cpu: "1", memory: 512Mi}
            requests: {cpu: 100m, memory: 128Mi}
          livenessProbe:
            httpGet:
              path: /healthz
              port: http
          volumeMounts:
            - name: config
              mountPath: /etc/orders
        - name: exporter
          image: registry.example.com/shop/exporter:0.9.1
          ports:
            - name: metrics
              containerPort: 9100
      volumes:
        - name: config
          configMap:
            name: orders-${index}
`;
}

function configMap(index: number): string {
  const lines = Array.from(
    { length: 16 },
    (_, line) => `    setting.${line}: value ${index} of a line as configuration files have them\n`,
  ).join("");
  return `---\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings-${index}\ndata:\n  application.properties: |\n${lines}`;
}
