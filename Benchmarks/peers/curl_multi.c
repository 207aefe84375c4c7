/* The peer in C: libcurl's multi interface, a fixed number of requests in flight.
 * Usage: curl_multi URL REQUESTS IN_FLIGHT; prints the seconds that it took. */
#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static size_t discard(char *bytes, size_t size, size_t count, void *context) {
    (void)bytes;
    *(size_t *)context += size * count;
    return size * count;
}

int main(int argc, char **argv) {
    if (argc != 4) return 2;
    long requests = atol(argv[2]), in_flight = atol(argv[3]), started = 0, finished = 0;
    size_t received = 0;
    struct timespec begin, end;
    curl_global_init(CURL_GLOBAL_ALL);
    CURLM *multi = curl_multi_init();
    clock_gettime(CLOCK_MONOTONIC, &begin);
    for (; started < in_flight && started < requests; started++) {
        CURL *easy = curl_easy_init();
        curl_easy_setopt(easy, CURLOPT_URL, argv[1]);
        curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, discard);
        curl_easy_setopt(easy, CURLOPT_WRITEDATA, &received);
        curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
        curl_multi_add_handle(multi, easy);
    }
    while (finished < requests) {
        int running = 0, left = 0;
        curl_multi_perform(multi, &running);
        CURLMsg *message;
        while ((message = curl_multi_info_read(multi, &left))) {
            if (message->msg != CURLMSG_DONE) continue;
            if (message->data.result != CURLE_OK) return 1;
            finished++;
            curl_multi_remove_handle(multi, message->easy_handle);
            if (started < requests) {
                started++;
                curl_multi_add_handle(multi, message->easy_handle);
            }
        }
        if (finished < requests) curl_multi_poll(multi, NULL, 0, 100, NULL);
    }
    clock_gettime(CLOCK_MONOTONIC, &end);
    printf("%f\n", (double)(end.tv_sec - begin.tv_sec) + (double)(end.tv_nsec - begin.tv_nsec) / 1e9);
    return 0;
}
