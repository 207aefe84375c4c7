/* The peer in C: libcurl's multi interface, a fixed number of requests in flight.
 * Usage: curl_multi URL REQUESTS IN_FLIGHT; prints `seconds cpu-seconds p50-us p99-us`. */
#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

static size_t discard(char *bytes, size_t size, size_t count, void *context) {
    (void)bytes;
    *(size_t *)context += size * count;
    return size * count;
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static double process_time(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
        + (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

static int ascending(const void *left, const void *right) {
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

int main(int argc, char **argv) {
    if (argc != 4) return 2;
    long requests = atol(argv[2]), in_flight = atol(argv[3]), started = 0, finished = 0;
    size_t received = 0;
    double *times = calloc((size_t)requests, sizeof(double));
    curl_global_init(CURL_GLOBAL_ALL);
    CURLM *multi = curl_multi_init();
    double cpu = process_time(), begin = now(), last = begin;
    for (; started < in_flight && started < requests; started++) {
        CURL *easy = curl_easy_init();
        curl_easy_setopt(easy, CURLOPT_URL, argv[1]);
        curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, discard);
        curl_easy_setopt(easy, CURLOPT_WRITEDATA, &received);
        curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
        if (getenv("BENCH_AUTHORITY"))
            curl_easy_setopt(easy, CURLOPT_CAINFO, getenv("BENCH_AUTHORITY"));
        curl_multi_add_handle(multi, easy);
    }
    while (finished < requests) {
        int running = 0, left = 0;
        curl_multi_perform(multi, &running);
        CURLMsg *message;
        while ((message = curl_multi_info_read(multi, &left))) {
            if (message->msg != CURLMSG_DONE) continue;
            if (message->data.result != CURLE_OK) return 1;
            times[finished++] = (now() - last) * 1e6;
            last = now();
            curl_multi_remove_handle(multi, message->easy_handle);
            if (started < requests) {
                started++;
                curl_multi_add_handle(multi, message->easy_handle);
            }
        }
        if (finished < requests) curl_multi_poll(multi, NULL, 0, 100, NULL);
    }
    double seconds = now() - begin, used = process_time() - cpu;
    qsort(times, (size_t)requests, sizeof(double), ascending);
    int timed = in_flight == 1;
    printf("%f %f %f %f\n", seconds, used, timed ? times[requests / 2] : 0,
           timed ? times[requests * 99 / 100] : 0);
    return 0;
}
