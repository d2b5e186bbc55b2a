// Command decoder asks the decoder of the Kubernetes API server about Pods. Standard input has a line for each Pod: an answer, a
// tab, JSON text. It prints the same lines with the decoder's answers, "taken" or "refused":
//
//	go run . < vectors.tsv > vectors.new && mv vectors.new vectors.tsv
package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"

	core "k8s.io/api/core/v1"
	"sigs.k8s.io/json"
)

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		_, text, _ := strings.Cut(lines.Text(), "\t")
		var pod core.Pod
		answer := "taken"
		if err := json.UnmarshalCaseSensitivePreserveInts([]byte(text), &pod); err != nil {
			answer = "refused"
		}
		fmt.Printf("%s\t%s\n", answer, text)
	}
	if err := lines.Err(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
