// The peer in Go: net/http, a fixed number of requests in flight.
// Usage: go_http URL REQUESTS IN_FLIGHT; prints `seconds cpu-seconds p50-µs p99-µs`.
package main

import (
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"net/http"
	"os"
	"sort"
	"strconv"
	"sync"
	"syscall"
	"time"
)

func processTime() float64 {
	var usage syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &usage)
	seconds := float64(usage.Utime.Sec + usage.Stime.Sec)
	return seconds + float64(usage.Utime.Usec+usage.Stime.Usec)/1e6
}

func main() {
	url := os.Args[1]
	count, _ := strconv.Atoi(os.Args[2])
	inFlight, _ := strconv.Atoi(os.Args[3])
	transport := &http.Transport{MaxIdleConnsPerHost: inFlight, MaxIdleConns: inFlight}
	if file := os.Getenv("BENCH_AUTHORITY"); file != "" {
		pool := x509.NewCertPool()
		pem, _ := os.ReadFile(file)
		pool.AppendCertsFromPEM(pem)
		transport.TLSClientConfig = &tls.Config{RootCAs: pool}
	}
	client := &http.Client{Transport: transport}
	get := func() {
		response, err := client.Get(url)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		io.Copy(io.Discard, response.Body)
		response.Body.Close()
	}
	if count > 1 && count != inFlight {
		get()
	}
	times := make([]float64, 0, count)
	cpu, start := processTime(), time.Now()
	var group sync.WaitGroup
	for worker := 0; worker < inFlight; worker++ {
		share := count / inFlight
		if worker < count%inFlight {
			share++
		}
		group.Add(1)
		go func() {
			defer group.Done()
			for i := 0; i < share; i++ {
				begin := time.Now()
				get()
				if inFlight == 1 {
					times = append(times, float64(time.Since(begin).Nanoseconds())/1e3)
				}
			}
		}()
	}
	group.Wait()
	seconds := time.Since(start).Seconds()
	used := processTime() - cpu
	p50, p99 := 0.0, 0.0
	if len(times) > 0 {
		sort.Float64s(times)
		p50, p99 = times[len(times)/2], times[len(times)*99/100]
	}
	fmt.Println(seconds, used, p50, p99)
}
